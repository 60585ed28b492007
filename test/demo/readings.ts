/** How the simulated machines answer checks, in the words of the agent. They ask nobody: also what an http check says is made up. */
import type { Check } from '../fleet.ts';
import type { Machine } from './machines.ts';
import {
  answerMs,
  certificateDays,
  cpuPercent,
  diskPercent,
  memoryPercent,
  rounded,
  type Story,
  stoppedService,
} from './signals.ts';

export type Reading = { verdict: 'ok' | 'warning' | 'error' | 'unknown'; value: number | null; output: string };
type Config = Record<string, unknown>;

export const answers =
  (machine: Machine, story: Story): Check =>
  ({ type, config }) => ({ ...readingOf(machine, story, { type, config }, Date.now()), duration_ms: 3 });

/** What a check of this type would have said at a moment (ms since 1970). */
export function readingOf(
  machine: Machine,
  story: Story,
  { type, config }: { type: string; config: Config },
  at: number,
): Reading {
  const read = readers[type];
  return read
    ? read(machine, at, story, config)
    : { verdict: 'unknown', value: null, output: `A simulated machine has no answer to ${type}.` };
}

type Read = (machine: Machine, at: number, story: Story, config: Config) => Reading;
const readers: Record<string, Read | undefined> = {
  diskspace: (machine, at, story) => {
    const used = diskPercent(machine, at, story);
    const mount = machine.facts.os.family === 'windows' ? 'C:' : '/';
    return measured(used, `${mount} is ${used.toFixed(1)} % full.`);
  },
  cpuload: (machine, at) => {
    const load = Math.min(100, cpuPercent(machine, at));
    return measured(load, `${load.toFixed(1)} % over the last 60 s.`);
  },
  memory: (machine, at, story) => {
    const used = memoryPercent(machine, at, story);
    return measured(used, `${used.toFixed(1)} % used.`);
  },
  http: (machine, at, _story, { url }) => {
    const ms = answerMs(machine, at);
    return measured(ms, `${new URL(String(url)).host} answered 200 in ${ms.toFixed(0)} ms.`);
  },
  certificate: (machine, at, story) => {
    const days = certificateDays(machine, at, story);
    const day = new Date(at + days * 86_400_000).toISOString().slice(0, 10);
    return measured(days, `The certificate ends in ${Math.floor(days)} days, on ${day}.`);
  },
  service: ({ facts }, _at, _story, { name }) =>
    facts.hostname === stoppedService
      ? judged('error', `${name} is inactive (dead).`)
      : judged('ok', `${name} is active (running).`),
  reboot: ({ facts }) => {
    if (facts.os.family === 'darwin') return judged('unknown', 'macOS does not tell whether a restart is pending.');
    return facts.needs_reboot
      ? judged('warning', 'A restart is pending: Windows Update')
      : judged('ok', 'No restart is pending.');
  },
};

const measured = (value: number, output: string): Reading => ({ verdict: 'ok', value: rounded(value), output });
const judged = (verdict: Reading['verdict'], output: string): Reading => ({ verdict, value: null, output });
