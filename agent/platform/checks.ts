/**
 * What checks and health samples need from an operating system; one folder per system implements it. Every function
 * throws an Error with a sentence where it cannot tell: the check then answers `unknown` with it.
 */
import type { CheckConfig } from '../../schema/check-types.ts';
import type { RunCommand } from './command.ts';

/** What one reading may use. */
export type Surroundings = {
  /** Commands are found by its PATH. */
  env: NodeJS.ProcessEnv;
  now: () => Date;
  /** Aborted when the reading's time is over, or the agent stops: whatever was started ends. */
  signal: AbortSignal;
  run: RunCommand;
};

/** `available_bytes` is what ordinary users may still write, which is less than what is free on some file systems. */
export type VolumeUse = { mount: string; used_bytes: number; available_bytes: number };
/** Counters since the start of the machine, in any unit. */
export type CpuTimes = { busy: number; total: number };
export type PingAnswer = { sent: number; received: number; average_ms: number | null };
/** `words` is what the system calls the state; `missing` when there is no such service. */
export type ServiceState = { state: 'running' | 'starting' | 'stopped' | 'missing'; words: string };
export type EventQuery = CheckConfig<'eventlog'>;
/** `isPart`: there were more than are counted. `last` are the newest messages, oldest first. */
export type EventCount = { count: number; isPart: boolean; last: string[] };
/** Bytes since an interface appeared, by its name. */
export type NetworkCounters = Map<string, { received: number; sent: number }>;

/** What is tested does not answer or is not there, which is an error of its own rather than a reading that failed. */
export class Unreachable extends Error {}

export type CheckPlatform = {
  /** The local volumes that hold files and can be written, or the one that is named, whatever it is. */
  volumes: (mount: string | undefined, at: Surroundings) => Promise<VolumeUse[]>;
  cpuTimes: () => CpuTimes;
  memory: (at: Surroundings) => Promise<{ total_bytes: number; available_bytes: number }>;
  swap: (at: Surroundings) => Promise<{ total_bytes: number; used_bytes: number }>;
  /** Tasks that run or wait for a processor, on average over the last minute where the system keeps one. */
  load: (at: Surroundings) => Promise<number>;
  /** `host` is a name or an address, never an option. */
  ping: (host: string, count: number, at: Surroundings) => Promise<PingAnswer>;
  service: (name: string, at: Surroundings) => Promise<ServiceState>;
  restartService: (name: string, at: Surroundings) => Promise<void>;
  /** Processes of that name, this agent's own included. */
  countProcesses: (name: string, at: Surroundings) => Promise<number>;
  events: (query: EventQuery, at: Surroundings) => Promise<EventCount>;
  /** Why a restart is needed; none when it is not. */
  rebootReasons: (at: Surroundings) => Promise<string[]>;
  /** When updates were last installed without an error; null when nothing tells. */
  lastPatch: (at: Surroundings) => Promise<Date | null>;
  /** Of the interfaces that lead out of the machine. */
  network: (at: Surroundings) => Promise<NetworkCounters>;
};

/** Whatever system this process runs on, so that each can be tested on any. @throws where there is none of that name. */
export async function loadCheckPlatform(name: NodeJS.Platform): Promise<CheckPlatform> {
  if (name === 'linux') return (await import('./linux/checks/index.ts')).linuxChecks;
  if (name === 'win32') return (await import('./windows/index.ts')).windowsChecks;
  if (name === 'darwin') return (await import('./darwin/index.ts')).darwinChecks;
  throw new Error(`This version of the agent has no checks for ${name}.`);
}
