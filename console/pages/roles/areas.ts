import type { Label } from '../../i18n/index.ts';
import type { Permission } from '../../session.ts';

/** See it, use it or change it: the columns of the matrix. */
export const groups = ['see', 'use', 'change'] as const;
export type Group = (typeof groups)[number];

export const groupLabels: Record<Group, Label> = { see: 'roles.see', use: 'roles.use', change: 'roles.change' };

/** Verbs at the end of a key, and the column they stand in; an unknown one is a use. */
const groupOfVerb: Partial<Record<string, Group>> = { view: 'see', manage: 'change', delete: 'change' };

/** An area of the product with its permissions by column. */
export type Area = { name: string; permissions: Record<Group, Permission[]> };

export const groupOf = (permission: Permission): Group => groupOfVerb[permission.split('.').at(-1) ?? ''] ?? 'use';

/** `patches.policies.manage` belongs to `patches`. In the order of the catalog. */
export function areasOf(permissions: readonly Permission[]): Area[] {
  const areas = new Map<string, Area>();
  for (const permission of permissions) {
    const name = permission.split('.')[0] ?? permission;
    const area = areas.get(name) ?? { name, permissions: { see: [], use: [], change: [] } };
    area.permissions[groupOf(permission)].push(permission);
    areas.set(name, area);
  }
  return [...areas.values()];
}

const areaLabels = {
  devices: 'area.devices',
  clients: 'area.clients',
  jobs: 'area.jobs',
  alerts: 'area.alerts',
  scripts: 'area.scripts',
  checks: 'area.checks',
  tasks: 'area.tasks',
  policies: 'area.policies',
  reports: 'area.reports',
  patches: 'area.patches',
  users: 'area.users',
  roles: 'area.roles',
  api_tokens: 'area.api_tokens',
  settings: 'area.settings',
  enrollment: 'area.enrollment',
  audit: 'area.audit',
  ai_chat: 'area.ai_chat',
  mcp: 'area.mcp',
} as const satisfies Record<string, Label>;

/** The label of an area; undefined for one that this console does not know yet. */
export const areaLabel = (name: string): Label | undefined =>
  Object.entries(areaLabels).find(([key]) => key === name)?.[1];

/** The key of a permission's words; one without words does not compile. */
export const permissionLabel = (permission: Permission): Label => `permission.${permission}`;
