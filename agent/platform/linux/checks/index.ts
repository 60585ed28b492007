import type { CheckPlatform } from '../../checks.ts';
import { events } from './journal.ts';
import { cpuTimes, load, memory, network, swap } from './kernel.ts';
import { lastPatch } from './patches.ts';
import { ping } from './ping.ts';
import { countProcesses } from './processes.ts';
import { rebootReasons } from './reboot.ts';
import { restartService, service } from './service.ts';
import { volumes } from './volumes.ts';

export const linuxChecks: CheckPlatform = {
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
