/** The permission catalog: exactly the keys that SPEC.md names, with what each allows. Roles hold keys; endpoints ask for them. */
import { z } from 'zod';

export const permissionCatalog = {
  'devices.view': 'See devices, their inventory and who is attached',
  'devices.remote': 'Open a remote desktop',
  'devices.files': 'Transfer files',
  'devices.terminal': 'Open a terminal',
  'devices.manage': 'Edit descriptions, notes and external ids of devices',
  'devices.delete': 'Delete devices, revoke and rotate their identity',
  'clients.view': 'See companies, sites and departments',
  'clients.manage': 'Edit companies, sites and departments, and place devices',
  'jobs.view': 'See jobs and their output',
  'jobs.create': 'Propose jobs',
  'jobs.manage': 'Approve, reject, cancel and complete jobs',
  'alerts.view': 'See alerts',
  'alerts.manage': 'Acknowledge, resolve and silence alerts',
  'scripts.view': 'See the script library',
  'scripts.manage': 'Edit the script library',
  'checks.view': 'See checks and their results',
  'checks.manage': 'Edit checks',
  'tasks.view': 'See scheduled tasks',
  'tasks.manage': 'Edit and run scheduled tasks',
  'policies.view': 'See policies',
  'policies.manage': 'Edit policies and their assignments',
  'reports.view': 'See reports',
  'patches.view': 'See patches',
  'patches.manage': 'Approve and install patches, reboot devices',
  'patches.policies.manage': 'Edit patch policies',
  'users.manage': 'Create, edit and disable accounts',
  'users.email.manage': 'Change the address of an account',
  'roles.manage': 'Edit roles',
  'api_tokens.manage': 'Issue and revoke API tokens and AI applications',
  'settings.manage': 'Change the configuration of this instance',
  'enrollment.manage': 'Issue enrollment tokens',
  'audit.view': 'Read the audit trail',
  'ai_chat.use': 'Use the AI chat',
  'mcp.use': 'Connect AI applications',
} as const;

export type Permission = keyof typeof permissionCatalog;
export const permissionKeys = Object.keys(permissionCatalog) as [Permission, ...Permission[]];
export const isPermission = (key: string): key is Permission => Object.hasOwn(permissionCatalog, key);
export const PermissionKey = z.enum(permissionKeys).meta({ id: 'Permission' });

/** Seeded at every start; their permissions follow the code, and nobody can edit or delete them (SPEC.md, Built-in roles). */
export const builtinRoles = {
  readonly: {
    name: 'Read only',
    description: 'Sees devices and companies, may open a remote desktop',
    permissions: ['devices.view', 'devices.remote', 'clients.view'],
  },
  tech: {
    name: 'Technician',
    description: 'Works on devices: jobs, alerts, patches, remote sessions',
    permissions: [
      'ai_chat.use',
      'mcp.use',
      'jobs.view',
      'jobs.create',
      'jobs.manage',
      'alerts.view',
      'alerts.manage',
      'scripts.view',
      'patches.view',
      'patches.manage',
      'reports.view',
      'devices.view',
      'devices.manage',
      'devices.remote',
      'devices.files',
      'devices.terminal',
      'clients.view',
      'checks.view',
      'tasks.view',
      'policies.view',
    ],
  },
  admin: { name: 'Administrator', description: 'Every permission', permissions: permissionKeys },
} as const satisfies Record<string, { name: string; description: string; permissions: readonly Permission[] }>;
