/**
 * The agent protocol: JSON text frames over /ws/agent, subprotocol `rmm.v1` (CONTRACT.md, Agent protocol).
 * Frames of checks and health samples are in agent-checks.ts.
 *
 * Upgrade: `Authorization: Enroll <rme_…>` or `Authorization: Device <rmd_…>`.
 * Every frame is `{"t": type, "id"?: string, …}`. A frame with an `id` is answered by `{"t":"ack","id"}` once it is
 * durable on the receiving side, and is sent again after a reconnect until then; the receiver drops repeats by id.
 * Ids of frames are derived, so that a repeat carries the same one: `<job id>:run`, `<job id>:cancel`,
 * `<job id>:started`, `<job id>:result`, `<execution id>:result`. `check.run` has none: its result answers it, its deadline
 * bounds it, and what is still pending is sent again after a reconnect.
 */
import { z } from 'zod';
import { CheckResult, CheckRun, Health } from './agent-checks.ts';
import { Id, Timestamp, text } from './common.ts';
import { sections } from './inventory.ts';
import { JOB_OUTPUT_MAX_BYTES, Shell } from './shell.ts';
import { Args } from './variables.ts';

export const AGENT_SUBPROTOCOL = 'rmm.v1';
/** A frame from an agent, after hello. */
export const AGENT_FRAME_MAX_BYTES = 4 * 1024 * 1024;
/** A frame from an agent before its hello or enroll was accepted. */
export const AGENT_FIRST_FRAME_MAX_BYTES = 16 * 1024;
/** Job ids in a hello. */
export const HELLO_JOBS_MAX = 200;
/** The server pings this often; a connection silent for SILENT_AFTER_SEC is offline. */
export const PING_SEC = 30;
export const SILENT_AFTER_SEC = 90;

/** Close codes of /ws/agent beyond RFC 6455's. */
export const AgentClose = {
  /** Another socket of the same device took over; wait at least 60 s before coming back. */
  replaced: 4001,
  /** The identity was revoked or the device deleted; stop, a fresh enrollment is needed. */
  revoked: 4003,
  /** Come back later, at a random moment within the time of the reason text (`spread=<seconds>`). RFC 6455 7.4.1, IANA 1013. */
  tryLater: 1013,
  /** The server is going away; come back. RFC 6455 7.4.1. */
  goingAway: 1001,
  /** Not a frame of this protocol. RFC 6455 7.4.1. */
  protocol: 1007,
  policy: 1008,
  tooBig: 1009,
} as const;

const FrameId = text(100, 1);
/** SHA-256 in lower-case hexadecimal. */
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const ExitCode = z.number().int().min(-2147483648).max(4294967295);

export const Os = z.object({
  family: z.enum(['linux', 'windows', 'darwin']),
  name: text(200),
  version: text(200),
  arch: text(50),
});
export type Os = z.infer<typeof Os>;

/** What a device says of itself at every connect. */
const Facts = z.object({
  hostname: text(255, 1),
  /** Agent version, as stamped from package.json. */
  version: text(50),
  os: Os,
  boot_at: Timestamp.nullable(),
  local_ips: z.array(text(64)).max(64),
  logged_in_user: text(256).nullable(),
  needs_reboot: z.boolean(),
});
export type Facts = z.infer<typeof Facts>;

// ---- agent → server ------------------------------------------------------------------------------------------------

/** First frame with `Authorization: Enroll`: spends one use of the token per install_id, however often it is repeated. */
export const Enroll = z.object({ t: z.literal('enroll'), install_id: Id, credential_sha256: Sha256, facts: Facts });

/** First frame with `Authorization: Device`. */
export const Hello = z.object({
  t: z.literal('hello'),
  facts: Facts,
  /**
   * Jobs the agent holds, queued or running: the oldest 200, so that this frame stays within
   * AGENT_FIRST_FRAME_MAX_BYTES (1,000 ids alone are 39 KB). A job left out is sent again and acknowledged as known.
   */
  jobs: z.array(Id).max(HELLO_JOBS_MAX),
});

/** Facts that changed while connected. */
export const FactsChanged = z.object({ t: z.literal('facts'), facts: Facts });

/** One section of the inventory; sent when its hash differs from the one last acknowledged. */
export const InventorySection = z.object({
  t: z.literal('inventory'),
  id: FrameId,
  collected_at: Timestamp,
  hash: Sha256,
  section: z.discriminatedUnion('name', [
    z.object({ name: z.literal('system'), data: sections.system }),
    z.object({ name: z.literal('cpu'), data: sections.cpu }),
    z.object({ name: z.literal('memory'), data: sections.memory }),
    z.object({ name: z.literal('disks'), data: sections.disks }),
    z.object({ name: z.literal('volumes'), data: sections.volumes }),
    z.object({ name: z.literal('interfaces'), data: sections.interfaces }),
    z.object({ name: z.literal('software'), data: sections.software }),
    z.object({ name: z.literal('services'), data: sections.services }),
    z.object({ name: z.literal('users'), data: sections.users }),
  ]),
});

/** The interpreter's process exists. */
export const JobStarted = z.object({ t: z.literal('job.started'), id: FrameId, job_id: Id, started_at: Timestamp });

/**
 * A piece of output as it appears; `offset` counts UTF-8 bytes since the start. Not acknowledged: a lost piece is
 * mended by the result, which carries the whole kept output.
 */
export const JobOutput = z.object({
  t: z.literal('job.output'),
  job_id: Id,
  offset: z.number().int().nonnegative(),
  text: text(256 * 1024, 1),
});

export const JobOutcome = z.enum([
  /** The process ended; exit_code says how. */
  'exited',
  /** timeout_sec passed; the whole process tree was ended. */
  'timed_out',
  /** job.cancel arrived, before or while it ran. */
  'cancelled',
  /** The agent or the machine restarted while it ran. */
  'interrupted',
  /** No such interpreter on this machine (exit code 127). */
  'no_interpreter',
  /** The agent took the job but could not run it; `error` says why (spool full, disk full, …). */
  'refused',
]);
export type JobOutcome = z.infer<typeof JobOutcome>;

export const JobResult = z.object({
  t: z.literal('job.result'),
  id: FrameId,
  job_id: Id,
  outcome: JobOutcome,
  exit_code: ExitCode.nullable(),
  /** stdout and stderr as they came, UTF-8, at most 1 MiB: head and tail with a marker between when truncated. */
  stdout: text(JOB_OUTPUT_MAX_BYTES),
  output_truncated: z.boolean(),
  error: text(2000).nullable(),
  started_at: Timestamp.nullable(),
  finished_at: Timestamp,
});
export type JobResult = z.infer<typeof JobResult>;

/** A line of the agent's own log that an operator should see. */
export const AgentLog = z.object({
  t: z.literal('log'),
  level: z.enum(['info', 'warn', 'error']),
  message: text(2000),
  at: Timestamp,
});

/** Durable on this side; the sender may forget the frame. `refused` says that the receiver will never take it. */
export const Ack = z.object({ t: z.literal('ack'), id: FrameId, refused: text(500).optional() });

export const AgentFrame = z.discriminatedUnion('t', [
  Enroll,
  Hello,
  FactsChanged,
  InventorySection,
  JobStarted,
  JobOutput,
  JobResult,
  CheckResult,
  Health,
  AgentLog,
  Ack,
]);
export type AgentFrame = z.infer<typeof AgentFrame>;

// ---- server → agent ------------------------------------------------------------------------------------------------

/** Intervals the server sets; they may change with every welcome. */
export const AgentConfig = z.object({
  inventory_sec: z.number().int().min(10),
  facts_sec: z.number().int().min(10),
  health_sec: z.number().int().min(10).optional(),
});

/** Answer to enroll. The agent keeps device_id and goes on over the same socket as after hello; `welcome` follows. */
export const Enrolled = z.object({ t: z.literal('enrolled'), device_id: Id });
/** Answer to hello (and to enroll, behind `enrolled`). `inventory` holds the hash the server has of each section. */
export const Welcome = z.object({
  t: z.literal('welcome'),
  device_id: Id,
  config: AgentConfig,
  inventory: z.record(z.string(), Sha256),
});
/** Run this, once in its life. Acknowledged when it is durable in the agent's spool. */
export const JobRun = z.object({
  t: z.literal('job.run'),
  id: FrameId,
  job_id: Id,
  shell: Shell,
  script: z.string(),
  /** Positional arguments, and variables beside the machine's own environment. */
  args: Args.optional(),
  env: z.record(z.string(), z.string()).optional(),
  timeout_sec: z.number().int().min(10).max(86_400),
});
export type JobRun = z.infer<typeof JobRun>;
/** End this job. Acknowledged at once; the result with outcome `cancelled` (or the one that came first) follows. */
export const JobCancel = z.object({ t: z.literal('job.cancel'), id: FrameId, job_id: Id });
/** Send every section again, whatever its hash. */
export const InventoryGet = z.object({ t: z.literal('inventory.get') });
/** Look for a new agent build now. */
export const UpdateCheck = z.object({ t: z.literal('update.check') });
/** The identity is gone; close 4003 follows. */
export const Revoked = z.object({ t: z.literal('revoked'), reason: text(200) });

export const ServerFrame = z.discriminatedUnion('t', [
  Enrolled,
  Welcome,
  JobRun,
  JobCancel,
  CheckRun,
  InventoryGet,
  UpdateCheck,
  Revoked,
  Ack,
]);
export type ServerFrame = z.infer<typeof ServerFrame>;
