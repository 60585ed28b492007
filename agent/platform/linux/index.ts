import type { Platform } from '../platform.ts';
import { facts } from './facts.ts';
import { cpu, memory, system } from './hardware.ts';
import { interfaces } from './interfaces.ts';
import { interpreter } from './interpreters.ts';
import { openOutput } from './output.ts';
import { endTree, processStart } from './processes.ts';
import { services } from './services.ts';
import { software } from './software.ts';
import { disks, volumes } from './storage.ts';
import { users } from './users.ts';

export const linux: Platform = {
  interpreter,
  openOutput,
  endTree,
  processStart,
  facts,
  sections: { system, cpu, memory, disks, volumes, interfaces, software, services, users },
};
