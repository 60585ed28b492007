import type { Label } from '../../i18n/index.ts';
import type { Permission } from '../../session.ts';

/** Permissions with which one mistake, or one stolen session, does great harm; and what harm that is. */
const risks: Partial<Record<Permission, Label>> = {
  'devices.files': 'risk.devices.files',
  'devices.terminal': 'risk.devices.terminal',
  'devices.delete': 'risk.devices.delete',
  'jobs.manage': 'risk.jobs.manage',
  'patches.manage': 'risk.patches.manage',
  'scripts.manage': 'risk.scripts.manage',
  'users.manage': 'risk.users.manage',
  'users.email.manage': 'risk.users.email.manage',
  'roles.manage': 'risk.roles.manage',
  'api_tokens.manage': 'risk.api_tokens.manage',
  'settings.manage': 'risk.settings.manage',
};

/** What harm a permission can do, in a sentence; undefined for most. */
export const riskOf = (permission: Permission): Label | undefined => risks[permission];
