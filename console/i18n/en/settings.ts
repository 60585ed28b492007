import type { Texts } from '../types.ts';
import { about } from './about.ts';
import { account } from './account.ts';
import { apiTokens } from './api-tokens.ts';
import { passkeys } from './passkeys.ts';
import { refused } from './refused.ts';
import { roles } from './roles.ts';
import { secondFactor } from './second-factor.ts';
import { users } from './users.ts';

/** Names of the pages under Settings, and what those about people and access say. */
export const settings = {
  'settings.organisation': 'Organisation',
  'settings.enrollment': 'Enrollment',
  'settings.users': 'Users',
  'settings.roles': 'Roles',
  'settings.tokens': 'API tokens',
  'settings.about': 'About',
  'settings.clients_hidden': 'Your role does not show you companies, so none can be chosen here.',
  ...users,
  ...roles,
  ...apiTokens,
  ...account,
  ...secondFactor,
  ...passkeys,
  ...about,
  ...refused,
} as const satisfies Texts;
