import { reportCompliance } from './compliance.ts';
import { reportHardware } from './hardware.ts';
import { reportMachines } from './machines.ts';
import { reportSoftware } from './software.ts';

export const reports = [reportSoftware, reportHardware, reportMachines, reportCompliance] as const;
