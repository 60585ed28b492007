import { approveDeviceOperation } from './approve.ts';
import { listDeviceOperations } from './list.ts';
import { proposeDeleteDevices } from './propose-delete.ts';
import { proposeMoveDevices } from './propose-move.ts';
import { readDeviceOperation } from './read.ts';
import { rejectDeviceOperation } from './reject.ts';

export const deviceOperations = [
  listDeviceOperations,
  readDeviceOperation,
  proposeMoveDevices,
  proposeDeleteDevices,
  approveDeviceOperation,
  rejectDeviceOperation,
] as const;
