/** One file per type, loaded when the first check of it runs: most agents run few of them. */
import type { z } from 'zod';
import { type CheckType, configs } from '../../schema/check-types.ts';
import type { CheckContext, Reading } from './reading.ts';

/** Takes a reading, of a config that was found good. */
type Prepared = (context: CheckContext) => Promise<Reading>;
type Preparing = (config: unknown) => Prepared | undefined;

/** `offline` is the server's own. */
const types: Record<Exclude<CheckType, 'offline'>, Preparing> = {
  diskspace: of(configs.diskspace, () => import('./diskspace.ts')),
  cpuload: of(configs.cpuload, () => import('./cpuload.ts')),
  memory: of(configs.memory, () => import('./memory.ts')),
  swap: of(configs.swap, () => import('./swap.ts')),
  load: of(configs.load, () => import('./load.ts')),
  ping: of(configs.ping, () => import('./ping.ts')),
  tcp: of(configs.tcp, () => import('./tcp.ts')),
  http: of(configs.http, () => import('./http.ts')),
  certificate: of(configs.certificate, () => import('./certificate.ts')),
  service: of(configs.service, () => import('./service.ts')),
  process: of(configs.process, () => import('./process.ts')),
  script: of(configs.script, () => import('./script.ts')),
  eventlog: of(configs.eventlog, () => import('./eventlog.ts')),
  file: of(configs.file, () => import('./file.ts')),
  reboot: of(configs.reboot, () => import('./reboot.ts')),
  patchage: of(configs.patchage, () => import('./patchage.ts')),
  uptime: of(configs.uptime, () => import('./uptime.ts')),
};

function of<S extends z.ZodType>(
  schema: S,
  load: () => Promise<{ check: (config: z.output<S>, context: CheckContext) => Promise<Reading> }>,
): Preparing {
  return (config) => {
    const parsed = schema.safeParse(config);
    return parsed.success ? async (context) => (await load()).check(parsed.data, context) : undefined;
  };
}

/** Undefined for a type that this version does not know, and for a config that is none of the type. */
export function prepare(type: string, config: unknown): Prepared | undefined {
  const preparing = Object.entries(types).find(([name]) => name === type)?.[1];
  return preparing?.(config);
}
