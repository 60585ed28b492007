import type { Texts } from '../types.ts';

/** Names of the pages under Settings. */
export const settings = {
  'settings.organisation': 'Organisation',
  'settings.enrollment': 'Enrollment',
  'settings.users': 'Users',
  'settings.roles': 'Roles',
  'settings.tokens': 'API tokens',
} as const satisfies Texts;
