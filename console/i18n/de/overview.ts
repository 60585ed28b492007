import type { overview as english } from '../en/overview.ts';
import type { Translation } from '../types.ts';

export const overview: Translation<typeof english> = {
  'overview.title': 'Übersicht',
  'overview.failed': 'Die Übersicht wurde nicht geladen.',
  'overview.fleet': 'Zustand der Geräte',
  'overview.online': 'Online',
  'overview.of_devices': { one: 'von {count} Gerät', other: 'von {count} Geräten' },
  'overview.offline': { one: '{count} offline', other: '{count} offline' },
  'overview.none_offline': 'Keines offline',
  'overview.failed_jobs': 'Fehlschläge',
  'overview.in_hours': { one: 'in {count} Stunde', other: 'in {count} Stunden' },
  'overview.failed_most': { one: 'Höchstens {count} in einer Stunde', other: 'Höchstens {count} in einer Stunde' },
  'overview.failed_none': 'Kein Auftrag schlug fehl',
  'overview.waiting': 'Wartet auf Freigabe',
  'overview.proposals': { one: 'Vorschlag', other: 'Vorschläge' },
  'overview.waiting_sub': '{devices}, ältester {age}',
  'overview.waiting_none': 'Niemand wartet auf Sie',
  'overview.ai': { one: '{count} von KI-Anwendungen', other: '{count} von KI-Anwendungen' },

  'overview.queue': 'Alle Vorschläge',
  'overview.queue_more': { one: 'noch {count} in der Liste', other: 'noch {count} in der Liste' },

  'overview.companies': 'Firmen',
  'overview.companies_sub': 'Zuerst, wo am meisten offline ist. Der Balken ist der Bestand, sein graues Ende offline.',
  'overview.companies_none': 'Noch keine Geräte',
  'overview.companies_why': 'Geräte erscheinen hier nach Firmen, sobald sich ein Agent anmeldet.',
  'overview.enroll': 'Gerät aufnehmen',
  'overview.company': 'Firma',
  'overview.unassigned': 'Keine Firma',
  'overview.column_waiting': 'Wartend',
  'overview.none': 'keine',

  'overview.last_hours': { one: 'letzte Stunde', other: 'letzte {count} Stunden' },
  'overview.all_companies': 'alle Firmen',
  'overview.show_failed': { one: '{count} Auftrag', other: '{count} Aufträge' },
  'overview.chart':
    'Fehlgeschlagene Aufträge je Stunde, letzte {hours} Stunden: {total} insgesamt, die meisten um {time} mit {most}',
  'overview.chart_none': 'Fehlgeschlagene Aufträge je Stunde, letzte {hours} Stunden: keine',
  'overview.now': 'jetzt',

  'overview.recent': 'Zuletzt geschehen',
  'overview.audit': 'Protokoll',
  'overview.recent_none': 'Noch ist nichts geschehen',

  'overview.own': 'Ihr Administratorkonto',
  'overview.own_email':
    'Es hat keine Mailadresse, deshalb lässt sich ein vergessenes Passwort nicht per Mail zurücksetzen.',
  'overview.own_two_step': 'Die Anmeldung in zwei Schritten ist aus, deshalb genügt ein gestohlenes Passwort.',
  'overview.own_open': 'Eigenes Konto öffnen',
  'overview.own_dismiss': 'Hinweis ausblenden',
};
