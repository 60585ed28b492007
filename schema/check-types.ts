/**
 * The check types, what each is told and which way its value gets worse. Shared by the API, the server and the agent.
 * CONTRACT.md, Monitoring.
 */
import { z } from 'zod';
import { Id, text } from './common.ts';
import { Script as ScriptText } from './jobs.ts';
import { Args, Env, oneProgram } from './scripts.ts';
import { Shell } from './shell.ts';

/** A name or an address; no scheme, no path, nothing a shell or a resolver could take for an option. */
const Host = text(255, 1).regex(/^[A-Za-z0-9_[\]:.][A-Za-z0-9_.:[\]%-]*$/, 'must be a host name or an address');
const Port = z.number().int().min(1).max(65_535);
const count = (max: number) => z.number().int().min(0).max(max);

/** `script` names a script of the library or holds its own; the agent gets the text (schema/agent.ts, CheckRun). */
export const configs = {
  diskspace: z.strictObject({ mount: text(1024, 1).default('all') }),
  cpuload: z.strictObject({ window_sec: z.number().int().min(1).max(600).default(60) }),
  memory: z.strictObject({}),
  swap: z.strictObject({}),
  load: z.strictObject({}),
  ping: z.strictObject({ host: Host, count: z.number().int().min(1).max(20).default(4) }),
  tcp: z.strictObject({ host: Host, port: Port }),
  http: z.strictObject({
    url: z.url({ protocol: /^https?$/ }).max(2048),
    method: z.enum(['GET', 'HEAD', 'POST']).default('GET'),
    expect_status: z.number().int().min(100).max(599).default(200),
    expect_body: text(1000).default(''),
    follow: z.boolean().default(true),
  }),
  certificate: z.strictObject({ host: Host, port: Port.default(443) }),
  service: z.strictObject({ name: text(256, 1).regex(/^[^-]/), restart_if_stopped: z.boolean().default(false) }),
  process: z
    .strictObject({
      name: text(256, 1),
      min_count: count(100_000).default(1),
      max_count: count(100_000).optional(),
    })
    .refine(({ min_count, max_count = min_count }) => max_count >= min_count, {
      path: ['max_count'],
      message: 'must not be less than min_count',
    }),
  script: z
    .strictObject({
      shell: Shell.optional(),
      script: ScriptText.optional(),
      script_id: Id.optional(),
      args: Args.default([]),
      env: Env.default({}),
    })
    .refine(oneProgram.holds, oneProgram.message),
  eventlog: z.strictObject({
    /** Windows: Application, System, …; Linux: the journal, of a unit where one is named in `source`. */
    log: text(256).default(''),
    level: z.enum(['critical', 'error', 'warning', 'information']).default('error'),
    source: text(256).default(''),
    event_id: z.number().int().min(0).max(65_535).optional(),
    contains: text(500).default(''),
    window_min: z.number().int().min(1).max(1440).default(15),
  }),
  file: z.strictObject({
    /** Windows would sign in to another machine, with its own account, to look at \\machine\share. */
    path: text(4096, 1).regex(/^(?![\\/]{2})/, 'must be a path of the machine itself'),
    max_age_min: z.number().int().min(1).optional(),
    max_size_mb: z.number().min(0).optional(),
    must_exist: z.boolean().default(true),
  }),
  reboot: z.strictObject({}),
  patchage: z.strictObject({}),
  uptime: z.strictObject({}),
  offline: z.strictObject({}),
} as const;

export type CheckType = keyof typeof configs;
export const checkTypes = Object.keys(configs) as [CheckType, ...CheckType[]];
export { measures } from './check-measures.ts';
export const CheckType = z.enum(checkTypes).meta({ id: 'CheckType' });
export type CheckConfig<T extends CheckType> = z.output<(typeof configs)[T]>;

/** What a reading says; `unknown` is no reading at all. */
export const ResultStatus = z.enum(['ok', 'warning', 'error', 'unknown']).meta({ id: 'ResultStatus' });
export type ResultStatus = z.infer<typeof ResultStatus>;
