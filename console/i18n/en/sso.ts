import type { Texts } from '../types.ts';

/** Single sign-on: at the entrance and on the own page. */
export const sso = {
  'sso.continue': 'Continue with {label}',
  'sso.or': 'or',
  'sso.failed':
    'Single sign-on did not succeed. Try again, or ask your administrator: the reason is in the audit trail.',
  'sso.required': 'This account signs in through single sign-on. Use the button above.',
  'sso.title': 'Signing you in',
  'sso.wait': 'One moment.',
  'sso.card': 'Single sign-on',
  'sso.card_linked': 'Linked to {label}',
  'sso.card_why': 'You sign in there, with its password and its second factor. Muster asks you for neither.',
} as const satisfies Texts;
