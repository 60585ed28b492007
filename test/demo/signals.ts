/** What the simulated machines measure: the same moment always gives the same value, so that history and answers join. */
import { createHash } from 'node:crypto';
import type { HealthSample } from '../../schema/health.ts';
import type { Machine } from './machines.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What goes on in the demo, beside the usual. */
export interface Story {
  /** When it began: the log of one server has just filled its disk then. */
  since: number;
  /** Machines whose memory is used up until somebody has seen to it. */
  outOfMemory: Set<string>;
}
export const fullDisk = 'hlv-brg-srv03';
export const stoppedService = 'pfs-adm-srv02';
export const endingCertificate = 'pfs-adm-srv01';
export const leaking = 'hlv-brg-pc04';

const seedOf = (hostname: string): Buffer => createHash('sha256').update(hostname).digest();
const isServer = ({ facts }: Machine): boolean => facts.hostname.includes('-srv');

/** 0 to 1, wandering: another level every `stepMs`, with soft ways between. */
function wander(seed: number, at: number, stepMs: number): number {
  const level = (step: number) => {
    const raw = Math.sin(seed * 127.1 + step * 311.7) * 43_758.5453;
    return raw - Math.floor(raw);
  };
  const step = Math.floor(at / stepMs);
  const way = (1 - Math.cos(((at % stepMs) / stepMs) * Math.PI)) / 2;
  return level(step) * (1 - way) + level(step + 1) * way;
}

/** 0 at night, 1 around noon; less on Saturdays and Sundays. */
function daytime(at: number): number {
  const hours = (at % DAY_MS) / HOUR_MS;
  const weekend = [0, 6].includes(new Date(at).getUTCDay());
  return Math.max(0, Math.sin(((hours - 6) / 13) * Math.PI)) * (weekend ? 0.3 : 1);
}

/** Servers are busy at two in the morning, when they are backed up; the others by day. */
export function cpuPercent(machine: Machine, at: number): number {
  const seed = seedOf(machine.facts.hostname)[7] ?? 0;
  const jitter = wander(seed, at, 90_000) * 6 + wander(seed + 1, at, 11 * 60_000) ** 4 * 30;
  if (!isServer(machine)) return 2 + daytime(at) * 18 + jitter * (0.2 + daytime(at));
  const backup = (at % DAY_MS) / HOUR_MS - 2 - (seed % 4) / 4;
  return 6 + daytime(at) * 12 + jitter + (backup > 0 && backup < 0.6 ? 45 : 0);
}

export function memoryPercent({ facts: { hostname } }: Machine, at: number, { outOfMemory }: Story): number {
  const seed = seedOf(hostname)[8] ?? 0;
  if (outOfMemory.has(hostname)) return 97 + wander(seed, at, 60_000);
  return 34 + (seed % 24) + wander(seed, at, 2 * HOUR_MS) * 9 + daytime(at) * 6 + wander(seed + 1, at, 60_000);
}

const FILLED = 22;
/** Percent used when the demo begins, for the inventory. */
export const diskAtStart = (hostname: string): number => diskBase(hostname) + (hostname === fullDisk ? FILLED : 0);

const diskBase = (hostname: string): number =>
  hostname === fullDisk ? 70 : Math.min(68, 30 + (seedOf(hostname)[3] ?? 0) / 5);

export function diskPercent({ facts: { hostname } }: Machine, at: number, { since }: Story): number {
  const seed = seedOf(hostname)[9] ?? 0;
  const filled = hostname === fullDisk ? FILLED * Math.min(1, Math.max(0, (at - since) / HOUR_MS + 1)) ** 2 : 0;
  return diskBase(hostname) + filled + ((at % (7 * DAY_MS)) / DAY_MS) * 0.4 + wander(seed, at, 30 * 60_000) * 0.3;
}

/** How long the company's portal takes to answer. */
export function answerMs({ facts: { hostname } }: Machine, at: number): number {
  const seed = seedOf(hostname)[10] ?? 0;
  return 38 + daytime(at) * 30 + wander(seed, at, 60_000) * 25 + wander(seed + 1, at, 17 * 60_000) ** 8 * 400;
}

export function certificateDays({ facts: { hostname } }: Machine, at: number, { since }: Story): number {
  const days = hostname === endingCertificate ? 9.4 : 40 + (seedOf(hostname)[11] ?? 0);
  return days - (at - since) / DAY_MS;
}

export function health(machine: Machine, at: number, story: Story): HealthSample {
  const seed = seedOf(machine.facts.hostname)[12] ?? 0;
  const traffic = (2_000 + wander(seed, at, 4 * 60_000) ** 5 * 900_000) * (0.15 + daytime(at));
  return {
    cpu_percent: rounded(Math.min(100, cpuPercent(machine, at))),
    memory_percent: rounded(memoryPercent(machine, at, story)),
    disk_percent: rounded(diskPercent(machine, at, story)),
    received_bytes_per_sec: Math.round(traffic * 3),
    sent_bytes_per_sec: Math.round(traffic * (isServer(machine) ? 5 : 0.4)),
  };
}

export const rounded = (value: number): number => Math.round(value * 10) / 10;
