import type { shell as english } from '../en/shell.ts';
import type { Translation } from '../types.ts';

export const shell: Translation<typeof english> = {
  'nav.main': 'Hauptnavigation',
  'nav.skip': 'Zum Inhalt springen',
  'nav.open': 'Navigation öffnen',
  'nav.fold': 'Navigation ein- oder ausklappen',
  'nav.crumbs': 'Brotkrumen',
  'nav.overview': 'Übersicht',
  'nav.devices': 'Geräte',
  'nav.approvals': 'Freigaben',
  'nav.jobs': 'Aufträge',
  'nav.audit': 'Protokoll',
  'nav.settings': 'Einstellungen',
  'nav.waiting': { one: '{count} wartet auf Freigabe', other: '{count} warten auf Freigabe' },

  'time.now': 'jetzt',
  'time.ago': 'vor {span}',
  'time.ahead': 'in {span}',
  'time.days_ago': { one: 'vor {count} Tag', other: 'vor {count} Tagen' },
  'time.days_ahead': { one: 'in {count} Tag', other: 'in {count} Tagen' },
  'time.second': '{count} s',
  'time.minute': '{count} Min.',
  'time.hour': '{count} Std.',
  'time.day': { one: '{count} Tag', other: '{count} Tage' },

  'live.on': 'Live',
  'live.connecting': 'Verbindet',
  'live.off': 'Nicht live',
  'live.stopped': 'Keine Live-Aktualisierung. Sie sehen den Stand von {time}.',
  'live.age': 'vor {age}',
  'live.reconnect': 'Neu verbinden',

  'theme.light': 'Hell',
  'theme.dark': 'Dunkel',
  'theme.switch': 'Zwischen hell und dunkel wechseln',

  'account.label': 'Konto: {name}',
  'account.language': 'Sprache',
  'account.sign_out': 'Abmelden',
  'account.sign_out_offline': 'Hier abgemeldet, aber der Server war nicht erreichbar.',

  'company.all': 'Alle Firmen',
  'company.one': 'Eine Firma',
  'company.label': 'Firma: {name}',
  'company.choose': 'Firma auswählen',
  'company.find': 'Firma suchen',

  'gate.failed': 'Die Konsole erreicht den Server nicht.',
  'broken.title': 'Diese Seite ließ sich nicht öffnen',
  'broken.what': 'Die Seite brach mit einem Fehler ab, oder der Server wurde inzwischen aktualisiert.',
  'broken.reload': 'Konsole neu laden',
  'missing.title': 'Nicht gefunden',
  'missing.what': 'Unter dieser Adresse gibt es keine Seite',
  'missing.why': 'Der Link ist vielleicht vertippt, oder sein Ziel wurde gelöscht.',
  'missing.not_allowed_title': 'Kein Zugriff',
  'missing.not_allowed': 'Diese Seite dürfen Sie nicht öffnen',
  'missing.not_allowed_why':
    'Ihre Rolle oder Ihr Zugriffsbereich enthält sie nicht. Ein Administrator kann das ändern.',
  'missing.home': 'Zur Übersicht',
};
