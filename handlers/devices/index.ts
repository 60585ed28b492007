import { bulkDeleteDevices } from './bulk-delete.ts';
import { bulkMoveDevices } from './bulk-move.ts';
import { deleteDevice } from './delete.ts';
import { editDevice } from './edit.ts';
import { getDevice } from './get.ts';
import { getInventory } from './get-inventory.ts';
import { listDevices } from './list.ts';
import { listDeviceChecks } from './list-checks.ts';
import { getMetrics } from './metrics.ts';
import { moveDeviceToGroup } from './move-to-group.ts';
import { moveDeviceToSite } from './move-to-site.ts';
import { revokeDevice } from './revoke.ts';
import { setRemoteIds } from './set-remote-ids.ts';

export const devices = [
  listDevices,
  getDevice,
  getInventory,
  getMetrics,
  listDeviceChecks,
  editDevice,
  setRemoteIds,
  moveDeviceToSite,
  moveDeviceToGroup,
  bulkMoveDevices,
  deleteDevice,
  bulkDeleteDevices,
  revokeDevice,
] as const;
