import { t } from '../../i18n/index.ts';
import { can } from '../../session.ts';
import { IconDevice, IconRetry } from '../../ui/icons.ts';
import type { TreeNode } from '../../ui/tree/nodes.ts';
import { covered } from '../organisation/access.ts';
import { placeIcons } from '../organisation/place-tree.tsx';
import type { Place } from '../organisation/places.ts';
import type { Branch, BranchQuery, Device, DeviceBranches } from './device-branches.ts';

/** The node of the devices that lie in no company. */
export const HOMELESS = 'no-company';

/** What lies directly in a place, and not in a department of it. */
export function branchQuery(place: Place): BranchQuery {
  return place.kind === 'group' ? { group_id: place.id } : { site_id: place.id, group_id: 'none' };
}

/** Whether devices lie directly in it; those of its departments are theirs. */
export function hasOwnDevices(place: Place): boolean {
  const inside = place.children.reduce((sum, { devices }) => sum + devices, 0);
  return place.kind !== 'client' && place.devices > inside;
}

/** A scoped caller sees what lies above its scope, but hands out only what lies in it. */
export function placeNode(place: Place, branches: DeviceBranches): TreeNode {
  const lazy = can('devices.view') && hasOwnDevices(place);
  const devices = lazy ? deviceNodes(place.id, branchQuery(place), branches) : [];
  return {
    id: place.id,
    label: place.name,
    icon: placeIcons[place.kind],
    children: [...place.children.map((child) => placeNode(child, branches)), ...devices],
    lazy,
    disabled: !covered(place, ['client', 'site', 'group']),
  };
}

export function homelessNode(branches: DeviceBranches): TreeNode {
  const children = deviceNodes(HOMELESS, { client_id: 'none' }, branches);
  return { id: HOMELESS, label: t('scope.no_company'), icon: IconDevice, children, lazy: true, disabled: true };
}

/** The devices of a place that were read, and the way to the next ones. */
function deviceNodes(key: string, query: BranchQuery, branches: DeviceBranches): TreeNode[] {
  const branch = branches.branch(key);
  if (!branch) return [];
  const nodes = branch.devices.map((device) => deviceNode(key, device));
  if (!branch.busy && !branch.next && branch.failed === undefined) return nodes;
  return [...nodes, nextNode(key, branch, () => branches.more(key, query))];
}

/** One line whatever it says, so that it keeps the focus: that more are on their way, were not read, or can be. */
function nextNode(key: string, { busy, failed, total, devices }: Branch, more: () => void): TreeNode {
  const node = { id: `${key}/next`, act: more };
  if (busy) return { ...node, label: t('ui.loading') };
  if (failed !== undefined) return { ...node, label: t('scope.devices_failed'), icon: IconRetry };
  return { ...node, label: t('scope.more_devices', { count: total - devices.length }) };
}

const deviceNode = (key: string, { id, hostname }: Device): TreeNode => ({
  id: `${key}/${id}`,
  value: id,
  label: hostname,
  icon: IconDevice,
});

/** A device that was found by a search, with where it lies. */
export function foundNode(device: Device, isCovered: boolean): TreeNode {
  const hint = [device.group_name, device.site_name, device.client_name].filter(Boolean).join(' / ');
  return {
    ...deviceNode('found', device),
    ...(hint && { hint }),
    found: true,
    covered: isCovered,
  };
}
