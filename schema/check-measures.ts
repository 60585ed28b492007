/** Apart from check-types.ts, so that the console can read it without loading a parser. */
import type { CheckType } from './check-types.ts';

/** Unit of a type's value, and which way it gets worse; null for types that have no threshold. */
export const measures: Record<CheckType, { unit: string; worse: 'higher' | 'lower'; max?: number } | null> = {
  diskspace: { unit: '%', worse: 'higher', max: 100 },
  cpuload: { unit: '%', worse: 'higher', max: 100 },
  memory: { unit: '%', worse: 'higher', max: 100 },
  swap: { unit: '%', worse: 'higher', max: 100 },
  load: { unit: 'per core', worse: 'higher' },
  ping: { unit: 'ms', worse: 'higher' },
  tcp: { unit: 'ms', worse: 'higher' },
  http: { unit: 'ms', worse: 'higher' },
  certificate: { unit: 'd', worse: 'lower' },
  service: null,
  process: null,
  script: { unit: '', worse: 'higher' },
  eventlog: { unit: '', worse: 'higher' },
  file: null,
  reboot: null,
  patchage: { unit: 'd', worse: 'higher' },
  uptime: { unit: 'd', worse: 'higher' },
  offline: { unit: 's', worse: 'higher' },
};
