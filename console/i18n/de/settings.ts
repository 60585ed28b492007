import type { settings as english } from '../en/settings.ts';
import type { Translation } from '../types.ts';

export const settings: Translation<typeof english> = {
  'settings.organisation': 'Organisation',
  'settings.enrollment': 'Aufnahme',
  'settings.users': 'Benutzer',
  'settings.roles': 'Rollen',
  'settings.tokens': 'API-Token',
};
