/**
 * Checks on Windows. Written from memory of what each command prints, and tested on outputs written down in the same way;
 * not yet run on a Windows machine, since the agent itself runs on Linux only so far.
 */
import type { CheckPlatform } from '../checks.ts';
import { cpuTimes } from '../cpu-times.ts';
import { events } from './events.ts';
import { load, memory, network, swap, volumes } from './machine.ts';
import { ping } from './ping.ts';
import { countProcesses } from './processes.ts';
import { restartService, service } from './services.ts';
import { lastPatch, rebootReasons } from './updates.ts';

export const windowsChecks: CheckPlatform = {
  volumes,
  cpuTimes,
  memory,
  swap,
  load,
  ping,
  service,
  restartService,
  countProcesses,
  events,
  rebootReasons,
  lastPatch,
  network,
};
