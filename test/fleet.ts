/**
 * Simulated agents that speak the real protocol of schema/agent.ts over real sockets; tests, the demo and bench use them.
 * They run no script: `run` says what a job would have printed.
 */
import { createHash, randomBytes } from 'node:crypto';
import WebSocket from 'ws';
import type { z } from 'zod';
import {
  AGENT_SUBPROTOCOL,
  type AgentFrame,
  type Facts,
  type JobResult,
  type JobRun,
  ServerFrame,
} from '../schema/agent.ts';
import type { CheckResult, CheckRun } from '../schema/agent-checks.ts';

export interface SimulatedDevice {
  /** rmd_…; the server knows its SHA-256. */
  credential: string;
  facts: Facts;
}

/** What a job does on a simulated machine. */
export type Run = (
  job: JobRun,
) => Promise<Partial<Omit<JobResult, 't' | 'id' | 'job_id'>>> | Partial<Omit<JobResult, 't' | 'id' | 'job_id'>>;

/** A reading; undefined for none. */
type Reading = Partial<Omit<z.infer<typeof CheckResult>, 't' | 'id' | 'execution_id' | 'check_id'>> | undefined;
export type Check = (run: z.infer<typeof CheckRun>) => Promise<Reading> | Reading;

export interface AgentOptions {
  /** ws://host:port/ws/agent */
  url: string;
  device: SimulatedDevice;
  /** rme_… for a machine that is not enrolled yet; it then sends `enroll` with this install_id. */
  enroll?: { token: string; installId: string };
  /** Default: prints `ok`, exit code 0, at once. `false`: acknowledges nothing and runs nothing. */
  run?: Run | false;
  /** What a check reads; default: nothing is answered, as by an agent that hangs. */
  check?: Check;
  /** Sees every frame of the server. */
  onFrame?: (frame: ServerFrame) => void;
  /** One of 127.0.0.0/8 to connect from. */
  localAddress?: string;
}

export interface SimulatedAgent {
  deviceId: string;
  socket: WebSocket;
  send: (frame: AgentFrame) => void;
  /** Frames of the server, oldest first. */
  received: ServerFrame[];
  /** The next frame that fits, from what has come on; rejects when the socket closes first. */
  next: <T extends ServerFrame['t']>(
    t: T,
    fits?: (frame: Extract<ServerFrame, { t: T }>) => boolean,
  ) => Promise<Extract<ServerFrame, { t: T }>>;
  /** Close code and reason, once closed. */
  closed: Promise<{ code: number; reason: string }>;
  close: () => Promise<void>;
}

/** A refused upgrade. */
export class Refused extends Error {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  constructor(status: number, headers: Record<string, string | string[] | undefined>) {
    super(`the upgrade was refused with ${status}`);
    this.status = status;
    this.headers = headers;
  }
}

export const simulatedFacts = (hostname: string, changes: Partial<Facts> = {}): Facts => ({
  hostname,
  version: '0.5.0',
  os: { family: 'linux', name: 'Debian GNU/Linux', version: '12', arch: 'x64' },
  boot_at: '2026-11-01T06:00:00.000Z',
  local_ips: ['10.0.0.5'],
  logged_in_user: null,
  needs_reboot: false,
  ...changes,
});

export const newCredential = (): string => `rmd_${randomBytes(32).toString('base64url')}`;
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Connects, says hello (or enrolls) and waits for welcome. @throws Refused, or the close reason. */
export async function connectAgent(options: AgentOptions): Promise<SimulatedAgent> {
  const { url, device, enroll, localAddress } = options;
  const authorization = enroll ? `Enroll ${enroll.token}` : `Device ${device.credential}`;
  const socket = new WebSocket(url, AGENT_SUBPROTOCOL, {
    headers: { authorization },
    localAddress,
    perMessageDeflate: false,
  });
  await opened(socket);
  const agent = wrap(socket, options);
  if (enroll)
    agent.send({
      t: 'enroll',
      install_id: enroll.installId,
      credential_sha256: sha256(device.credential),
      facts: device.facts,
    });
  else agent.send({ t: 'hello', facts: device.facts, jobs: [] });
  agent.deviceId = (await agent.next('welcome')).device_id;
  return agent;
}

function opened(socket: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
    socket.once('unexpected-response', (_request, response) => {
      response.resume();
      socket.terminate();
      reject(new Refused(response.statusCode ?? 0, response.headers));
    });
  });
}

function wrap(socket: WebSocket, { run = () => ({}), check, onFrame }: AgentOptions): SimulatedAgent {
  const received: ServerFrame[] = [];
  const listeners = new Set<(frame: ServerFrame) => void>();
  const done = new Set<string>();
  const send = (frame: AgentFrame) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
  };
  let fault = '';
  socket.on('error', ({ message }) => {
    fault = message; // a close with its code follows, and `closed` tells both
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() || fault }));
  });
  socket.on('message', (data) => {
    const frame = ServerFrame.parse(JSON.parse(String(data)));
    received.push(frame);
    onFrame?.(frame);
    for (const listener of listeners) listener(frame);
    if (run && frame.t === 'job.run') void runJob(frame, run, send, done);
    if (check && frame.t === 'check.run') void runCheck(frame, check, send);
    if (run && frame.t === 'job.cancel') send({ t: 'ack', id: frame.id });
  });
  return {
    deviceId: '',
    socket,
    send,
    received,
    closed,
    next: (t, fits = () => true) =>
      new Promise((resolve, reject) => {
        const look = (frame: ServerFrame) => {
          if (frame.t !== t || !fits(frame as never)) return false;
          listeners.delete(look);
          resolve(frame as never);
          return true;
        };
        if (received.some(look)) return;
        listeners.add(look);
        void closed.then(({ code, reason }) => reject(new Error(`closed with ${code} ${reason} before ${t}`)));
      }),
    close: async () => {
      socket.close();
      await closed;
    },
  };
}

/** As a real agent: acknowledged first, run once, the result under an id that a repeat would share. */
async function runJob(job: JobRun, run: Run, send: (frame: AgentFrame) => void, done: Set<string>): Promise<void> {
  send({ t: 'ack', id: job.id });
  if (done.has(job.job_id)) return;
  done.add(job.job_id);
  const started_at = new Date().toISOString();
  send({ t: 'job.started', id: `${job.job_id}:started`, job_id: job.job_id, started_at });
  const result = await run(job);
  send({
    t: 'job.result',
    id: `${job.job_id}:result`,
    job_id: job.job_id,
    outcome: 'exited',
    exit_code: 0,
    stdout: 'ok\n',
    output_truncated: false,
    error: null,
    started_at,
    finished_at: new Date().toISOString(),
    ...result,
  });
}

async function runCheck(run: z.infer<typeof CheckRun>, check: Check, send: (frame: AgentFrame) => void): Promise<void> {
  const reading = await check(run);
  if (reading) send(checkResult(run, reading));
}

/** The answer to a check.run; without more it is a good reading. */
export const checkResult = (
  { execution_id, check_id }: { execution_id: string; check_id: string },
  reading: Reading = {},
): AgentFrame => ({
  ...{ t: 'check.result', id: `${execution_id}:result`, execution_id, check_id },
  ...{ verdict: 'ok', value: null, output: '', duration_ms: 1 },
  ...reading,
});
