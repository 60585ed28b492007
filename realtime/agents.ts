import { observeIdentityConflict } from '../domain/alerts/identity-conflict.ts';
import { enroll } from '../domain/devices/enroll.ts';
import { Problem } from '../domain/problem.ts';
import { AGENT_FIRST_FRAME_MAX_BYTES, AgentClose, AgentFrame, type ServerFrame } from '../schema/agent.ts';
import { Id } from '../schema/common.ts';
import { createAcks } from './acks.ts';
import { Overloaded } from './batcher.ts';
import type { createChecks } from './checks.ts';
import type { createDelivery } from './delivery.ts';
import type { Realtime } from './deps.ts';
import type { Hub, Socket } from './hub.ts';
import type { Ingest } from './ingest.ts';

/** How often agents report, in seconds. */
const CONFIG = { inventory_sec: 3600, facts_sec: 300, health_sec: 60 };
/** Replacements in ten minutes that may be an accident; one more means that two machines share one identity. */
const CONFLICT = { name: 'identity-conflict', points: 2, windowSec: 600 };

/** Samples that come closer together are dropped: one a minute is asked for. */
const SAMPLE_MIN_MS = 5000;

/** Lines of its log that a device may send. */
const LOG_LINES = { name: 'agent-log', points: 200, windowSec: 600 };
/**
 * What one connection may have under way; past it its sender is told to come back. An agent waits for acknowledgements
 * after 64 frames or 4 MiB, and its output of a job ends at 1 MiB: it stays far below, also while the database is away.
 */
const PENDING_MAX_BYTES = 16 * 1024 * 1024;
/** A small frame costs about this much until it is written: the object, its promises, its place in a batch. */
const FRAME_MIN_BYTES = 4096;

type Checks = Pick<ReturnType<typeof createChecks>, 'greet' | 'leave' | 'record'>;
type Frame<T extends AgentFrame['t']> = Extract<AgentFrame, { t: T }>;

/** A peer that does not speak the protocol. */
class ProtocolError extends Error {
  readonly code: number;
  constructor(code: number, reason: string) {
    super(reason);
    this.code = code;
  }
}

/** Turns frames of agents into domain calls. Nothing an agent sends takes more down than its own connection. */
export function createAgents(
  realtime: Realtime,
  hub: Hub,
  ingest: Ingest,
  delivery: ReturnType<typeof createDelivery>,
  checks: Checks,
) {
  const { ctx, log, metrics, limiter } = realtime;

  const send = (ws: Socket, frame: ServerFrame) => {
    if (ws.getUserData().state !== 'closed') ws.send(JSON.stringify(frame));
  };

  const ack = createAcks();

  const close = (ws: Socket, code: number, reason: string) => {
    if (ws.getUserData().state !== 'closed') ws.end(code, reason);
  };

  const welcome = async (ws: Socket, facts: Frame<'hello'>['facts']) => {
    const data = ws.getUserData();
    const arrived = await ingest.arrivals.add({ id: data.deviceId, facts, ip: data.ip });
    if (data.state === 'closed') return arrived && ingest.departures.add(arrived);
    if (!arrived) return close(ws, AgentClose.revoked, 'the identity of this device is gone');
    data.epoch = arrived.epoch;
    data.state = 'ready';
    if (hub.join(ws)) await noteReplacement(data.deviceId, data.hostname);
    send(ws, { t: 'welcome', device_id: data.deviceId, config: CONFIG, inventory: arrived.inventory });
    await Promise.all([delivery.greet(data.deviceId), checks.greet(data.deviceId)]);
  };

  const noteReplacement = async (deviceId: string, hostname: string) => {
    await limiter.spend(CONFLICT, deviceId).catch(async (error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      metrics.agentConnects.inc({ outcome: 'identity_conflict' });
      log.warn(
        { deviceId, hostname },
        'two machines seem to share this identity: its connection is replaced again and again',
      );
      await observeIdentityConflict(ctx, deviceId, hostname);
    });
  };

  /** Lines past the limit are dropped: the disk that the log lies on belongs to all. */
  const noteLine = async (deviceId: string, hostname: string, { level, message }: Frame<'log'>) => {
    try {
      await limiter.spend(LOG_LINES, deviceId);
      log[level]({ deviceId, hostname, agent: message }, 'agent');
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  };

  const newcomer = async (ws: Socket, frame: Frame<'enroll'>) => {
    const data = ws.getUserData();
    if (!data.enrollToken) throw new ProtocolError(AgentClose.policy, 'this device is enrolled already');
    const { deviceId } = await enroll(ctx, {
      tokenHash: data.enrollToken,
      installId: frame.install_id,
      credentialHash: Buffer.from(frame.credential_sha256, 'hex'),
      facts: frame.facts,
      ip: data.ip,
    });
    data.deviceId = deviceId;
    data.enrollToken = undefined;
    send(ws, { t: 'enrolled', device_id: deviceId });
    await welcome(ws, frame.facts);
  };

  const first = async (ws: Socket, frame: AgentFrame) => {
    const data = ws.getUserData();
    data.state = 'greeting';
    if (frame.t === 'enroll' || frame.t === 'hello') data.hostname = frame.facts.hostname;
    if (frame.t === 'enroll') return newcomer(ws, frame);
    if (frame.t === 'hello' && data.deviceId) return welcome(ws, frame.facts);
    throw new ProtocolError(AgentClose.policy, `the first frame is ${data.deviceId ? 'hello' : 'enroll'}`);
  };

  const handle = async (ws: Socket, frame: AgentFrame, bytes: number): Promise<void> => {
    const { deviceId, hostname, ip } = ws.getUserData();
    switch (frame.t) {
      case 'ack': {
        if (!frame.id.endsWith(':run')) return;
        const job = Id.safeParse(frame.id.slice(0, -':run'.length));
        if (!job.success) return;
        if (frame.refused !== undefined)
          return void (await ingest.results.add({
            deviceId,
            hostname,
            frame: refusal(job.data, frame.refused, ctx.now()),
          }));
        return void (await ingest.reports.add({ kind: 'accepted', agent_id: deviceId, job_id: job.data }));
      }
      case 'job.started':
        await ingest.reports.add({ kind: 'started', of: { deviceId, hostname, frame } });
        return send(ws, { t: 'ack', id: frame.id });
      case 'job.output':
        return void (await ingest.reports.add({ kind: 'output', of: { deviceId, hostname, frame } }, bytes));
      case 'job.result':
        await ingest.results.add({ deviceId, hostname, frame }, bytes);
        return send(ws, { t: 'ack', id: frame.id });
      case 'check.result': {
        const recorded = await checks.record({ deviceId, frame }, bytes);
        metrics.checkResults.inc({ outcome: recorded });
        return ack(ws, frame.id, recorded === 'refused' ? 'no such execution is pending on this device' : undefined);
      }
      case 'health': {
        const data = ws.getUserData();
        if (performance.now() - data.sampledAt < SAMPLE_MIN_MS) return;
        data.sampledAt = performance.now();
        return void (await ingest.health.add({ deviceId, sample: frame }));
      }
      case 'inventory':
        await ingest.sections.add({ deviceId, frame }, bytes);
        return send(ws, { t: 'ack', id: frame.id });
      case 'facts':
        return void (await ingest.facts.add({ id: deviceId, facts: frame.facts, ip }));
      case 'log':
        return noteLine(deviceId, hostname, frame);
      default:
        throw new ProtocolError(AgentClose.policy, `${frame.t} comes once, and first`);
    }
  };

  const fail = (ws: Socket, error: unknown) => {
    const { deviceId, ip } = ws.getUserData();
    if (error instanceof ProtocolError) {
      metrics.agentProtocolErrors.inc({ reason: String(error.code) });
      log.warn({ deviceId, ip, reason: error.message }, 'an agent does not speak the protocol');
      return close(ws, error.code, error.message.slice(0, 120));
    }
    if (error instanceof Problem) return close(ws, AgentClose.policy, error.message.slice(0, 120));
    if (error instanceof Overloaded) log.warn({ deviceId, ip, reason: error.message }, 'an agent is told to come back');
    else log.error({ err: error, deviceId }, 'a frame could not be handled');
    close(ws, AgentClose.tryLater, 'spread=30');
  };

  let stopping = false;
  return {
    /** From now on a close says nothing about the device: it comes back, here or to the next run of this server. */
    stop: (): void => {
      stopping = true;
    },
    /** A frame arrived. Runs synchronously as far as its parsing, so that the buffer may be reused afterwards. */
    receive: (ws: Socket, message: ArrayBuffer, isBinary: boolean): void => {
      const data = ws.getUserData();
      const bytes = Math.max(message.byteLength, FRAME_MIN_BYTES);
      try {
        if (data.pendingBytes > PENDING_MAX_BYTES)
          throw new Overloaded(`${data.pendingBytes} bytes wait to be written`);
        const frame = parseFrame(message, isBinary, data.state === 'ready');
        const work = data.state === 'new' ? first(ws, frame) : readyOnly(ws) && handle(ws, frame, bytes);
        if (!work) return;
        data.pendingBytes += bytes;
        work
          .catch((error: unknown) => fail(ws, error))
          .finally(() => {
            data.pendingBytes -= bytes;
          });
      } catch (error) {
        fail(ws, error);
      }
    },
    /** The socket is gone, whoever closed it. */
    gone: (ws: Socket): void => {
      const data = ws.getUserData();
      data.state = 'closed';
      hub.part(ws);
      if (!hub.has(data.deviceId)) checks.leave(data.deviceId);
      if (data.epoch > 0 && !stopping)
        ingest.departures
          .add({ id: data.deviceId, epoch: data.epoch })
          .catch((err: unknown) => log.error({ err }, 'a departure was not written'));
    },
  };

  /** Frames between hello and welcome are out of order; those of a connection that was replaced are ignored. */
  function readyOnly(ws: Socket): boolean {
    const { state } = ws.getUserData();
    if (state === 'greeting') throw new ProtocolError(AgentClose.policy, 'wait for welcome');
    return state === 'ready' && hub.isNewest(ws);
  }
}

/** An agent that will never take a job, because its spool is full, ends it: as `sent` it would wait for ever. */
const refusal = (job_id: string, error: string, now: Date): Frame<'job.result'> => ({
  t: 'job.result',
  id: `${job_id}:result`,
  job_id,
  outcome: 'refused',
  exit_code: null,
  stdout: '',
  output_truncated: false,
  error,
  started_at: null,
  finished_at: now.toISOString(),
});

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parseFrame(message: ArrayBuffer, isBinary: boolean, ready: boolean): AgentFrame {
  if (isBinary) throw new ProtocolError(AgentClose.protocol, 'frames are text');
  if (!ready && message.byteLength > AGENT_FIRST_FRAME_MAX_BYTES)
    throw new ProtocolError(AgentClose.tooBig, 'the first frame is at most 16 KiB');
  let json: unknown;
  try {
    json = JSON.parse(utf8.decode(message));
  } catch {
    throw new ProtocolError(AgentClose.protocol, 'not JSON');
  }
  const parsed = AgentFrame.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ProtocolError(AgentClose.policy, `${issue?.path.join('.') || 'frame'}: ${issue?.message}`);
}
