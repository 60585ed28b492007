import type { settings as english } from '../en/settings.ts';
import type { Translation } from '../types.ts';
import { about } from './about.ts';
import { account } from './account.ts';
import { apiTokens } from './api-tokens.ts';
import { passkeys } from './passkeys.ts';
import { refused } from './refused.ts';
import { roles } from './roles.ts';
import { secondFactor } from './second-factor.ts';
import { users } from './users.ts';

export const settings: Translation<typeof english> = {
  'settings.organisation': 'Organisation',
  'settings.enrollment': 'Aufnahme',
  'settings.users': 'Benutzer',
  'settings.roles': 'Rollen',
  'settings.tokens': 'API-Token',
  'settings.about': 'Info',
  'settings.clients_hidden': 'Ihre Rolle zeigt Ihnen keine Firmen, deshalb lassen sich hier keine wählen.',
  ...users,
  ...roles,
  ...apiTokens,
  ...account,
  ...secondFactor,
  ...passkeys,
  ...about,
  ...refused,
};
