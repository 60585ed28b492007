/** A tiny real server of the agent protocol: what arrives is parsed by the schema, what is sent the test decides. */
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { AgentFrame, type ServerFrame } from '../../schema/agent.ts';

export const TOKEN = 'rme_good';
type Enrollment = { install_id: string; device_id: string; sha256: string };
type Of<T extends AgentFrame['t']> = Extract<AgentFrame, { t: T }>;
export type TestServer = Awaited<ReturnType<typeof startServer>>;

export async function startServer() {
  const frames: AgentFrame[] = [];
  const upgrades: IncomingMessage[] = [];
  const devices: Enrollment[] = [];
  const open = new Set<WebSocket>();
  const broken: string[] = [];
  /** What a test may change. */
  const behaviour = {
    tokenUses: 1,
    /** Answers the upgrade instead of accepting it. */
    refuse: undefined as ((request: IncomingMessage) => string | undefined) | undefined,
    /** Whether this frame is acknowledged. */
    acknowledge: (_frame: AgentFrame): boolean => true,
    /** Called when an enrollment is committed; false: the answer never goes out. */
    answerEnroll: (_socket: WebSocket): boolean => true,
    answerHello: (_socket: WebSocket): boolean => true,
    inventory: {} as Record<string, string>,
    inventorySec: 3600,
    factsSec: 3600,
    healthSec: undefined as number | undefined,
  };

  const http = createServer();
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'rmm.v1' });
  http.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    upgrades.push(request);
    const refusal = behaviour.refuse?.(request) ?? refusalOf(request);
    if (refusal) return void stream.end(`HTTP/1.1 ${refusal}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
    sockets.handleUpgrade(request, stream, head, (socket) => serve(socket, request));
  });

  function refusalOf({ headers, url }: IncomingMessage): string | undefined {
    if (url !== '/ws/agent') return '404 Not Found';
    const [kind, secret = ''] = (headers.authorization ?? '').split(' ');
    if (kind === 'Enroll') return secret === TOKEN ? undefined : '401 Unauthorized';
    return devices.some(({ sha256 }) => sha256 === hash(secret)) ? undefined : '401 Unauthorized';
  }

  function serve(socket: WebSocket, request: IncomingMessage) {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('message', (data) => {
      const parsed = AgentFrame.safeParse(JSON.parse(data.toString()));
      if (!parsed.success) return void broken.push(`${parsed.error.message} in ${data.toString().slice(0, 300)}`);
      frames.push(parsed.data);
      answer(socket, request, parsed.data);
    });
  }

  function answer(socket: WebSocket, request: IncomingMessage, frame: AgentFrame) {
    if (frame.t === 'enroll') {
      const device = enroll(frame);
      if (!device) return socket.close(1008, 'token used up');
      if (!behaviour.answerEnroll(socket)) return;
      reply(socket, { t: 'enrolled', device_id: device.device_id });
      welcome(socket, device.device_id);
    } else if (frame.t === 'hello') {
      const sha256 = hash((request.headers.authorization ?? '').split(' ')[1] ?? '');
      const device = devices.find((candidate) => candidate.sha256 === sha256);
      if (device && behaviour.answerHello(socket)) welcome(socket, device.device_id);
    } else if ('id' in frame && frame.t !== 'ack' && behaviour.acknowledge(frame)) {
      reply(socket, { t: 'ack', id: frame.id });
    }
  }

  function enroll({ install_id, credential_sha256 }: Of<'enroll'>): Enrollment | undefined {
    const known = devices.find((device) => device.install_id === install_id);
    if (known) return known.sha256 === credential_sha256 ? known : undefined;
    if (behaviour.tokenUses === 0) return undefined;
    behaviour.tokenUses -= 1;
    const device = { install_id, device_id: randomUUID(), sha256: credential_sha256 };
    devices.push(device);
    return device;
  }

  function welcome(socket: WebSocket, device_id: string) {
    const { inventorySec, factsSec, healthSec } = behaviour;
    const config = { inventory_sec: inventorySec, facts_sec: factsSec, health_sec: healthSec };
    reply(socket, { t: 'welcome', device_id, config, inventory: behaviour.inventory });
  }

  const reply = (socket: WebSocket, frame: ServerFrame) => socket.send(JSON.stringify(frame));

  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const address = http.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  const of = <T extends AgentFrame['t']>(type: T) => frames.filter((frame): frame is Of<T> => frame.t === type);

  return {
    url: `ws://127.0.0.1:${port}/ws/agent`,
    port,
    frames,
    upgrades,
    devices,
    broken,
    behaviour,
    of,
    connections: () => open.size,
    /** To every connection there is. */
    send(frame: ServerFrame | Record<string, unknown>) {
      for (const socket of open) socket.send(JSON.stringify(frame));
    },
    sendText(text: string) {
      for (const socket of open) socket.send(text);
    },
    /** Resolves once the agents have heard it. */
    async ping() {
      await Promise.all(
        [...open].map((socket) => {
          const heard = once(socket, 'pong');
          socket.ping();
          return heard;
        }),
      );
    },
    close(code: number, reason = '') {
      for (const socket of open) socket.close(code, reason);
    },
    /** As a cut cable or a killed server does. */
    drop() {
      for (const socket of open) socket.terminate();
    },
    /** Waits for a frame of that type (the nth), about a job if one is named. */
    async frame<T extends AgentFrame['t']>(type: T, jobId?: string, nth = 1): Promise<Of<T>> {
      const matching = () => of(type).filter((frame) => !jobId || ('job_id' in frame && frame.job_id === jobId));
      return vi.waitUntil(() => matching()[nth - 1], { timeout: 20_000, interval: 5 });
    },
    async acked(id: string, nth = 1): Promise<Of<'ack'>> {
      return vi.waitUntil(() => of('ack').filter((ack) => ack.id === id)[nth - 1], { timeout: 20_000, interval: 5 });
    },
    async stop() {
      for (const socket of open) socket.terminate();
      sockets.close();
      http.close();
      http.closeAllConnections();
    },
  };
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** A job.run frame. */
export function runFrame(
  script: string,
  more: { shell?: 'bash' | 'sh' | 'python' | 'powershell' | 'cmd'; timeout_sec?: number; job_id?: string } = {},
) {
  const job_id = more.job_id ?? randomUUID();
  return {
    t: 'job.run' as const,
    id: `${job_id}:run`,
    job_id,
    shell: more.shell ?? ('sh' as const),
    script,
    timeout_sec: more.timeout_sec ?? 60,
  };
}
export const cancelFrame = (job_id: string) => ({ t: 'job.cancel' as const, id: `${job_id}:cancel`, job_id });
