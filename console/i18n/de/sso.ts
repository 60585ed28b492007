import type { sso as english } from '../en/sso.ts';
import type { Translation } from '../types.ts';

export const sso: Translation<typeof english> = {
  'sso.continue': 'Weiter mit {label}',
  'sso.or': 'oder',
  'sso.failed':
    'Single Sign-on ist nicht gelungen. Versuchen Sie es erneut oder fragen Sie Ihren Administrator: der Grund steht im Protokoll.',
  'sso.required': 'Dieses Konto meldet sich über Single Sign-on an. Verwenden Sie die Schaltfläche oben.',
  'sso.title': 'Sie werden angemeldet',
  'sso.wait': 'Einen Moment bitte.',
  'sso.card': 'Single Sign-on',
  'sso.card_linked': 'Verknüpft mit {label}',
  'sso.card_why':
    'Sie melden sich dort an, mit Passwort und zweitem Faktor von dort. Muster fragt Sie nach keinem von beiden.',
};
