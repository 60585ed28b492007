import type { enrollment as english } from '../en/enrollment.ts';
import type { Translation } from '../types.ts';

export const enrollment: Translation<typeof english> = {
  'enrollment.failed': 'Die Token wurden nicht geladen.',
  'enrollment.why':
    'Ein Token lässt neue Geräte herein und sagt, wohin sie gehören. Geräte, die damit kamen, bleiben, wenn es endet.',
  'enrollment.new': 'Neues Token',
  'enrollment.more': 'Ältere Token zeigen',
  'enrollment.show_new': { one: '{count} neues Token zeigen', other: '{count} neue Token zeigen' },
  'enrollment.empty': 'Keine Token',
  'enrollment.empty_why':
    'Erzeugen Sie eines: Sie bekommen einen Befehl, der den Agenten installiert und das Gerät aufnimmt.',

  'enrollment.token': 'Token',
  'enrollment.untitled': 'Ohne Namen',
  'enrollment.made_by': 'von {name}',
  'enrollment.destination': 'Ziel',
  'enrollment.nowhere': 'Ohne Firma',
  'enrollment.uses_left': 'Übrig',
  'enrollment.left_of': '{left} von {uses}',
  'enrollment.ends': 'Endet',
  'enrollment.status': 'Status',
  'enrollment.active': 'Gültig',
  'enrollment.used_up': 'Verbraucht',
  'enrollment.expired': 'Abgelaufen',
  'enrollment.acts': 'Aktionen',
  'enrollment.revoke': 'Widerrufen',
  'enrollment.revoke_named': '{name} widerrufen',

  'enrollment.remove': 'Entfernen',
  'enrollment.remove_named': '{name} entfernen',

  'enrollment.revoke_title': 'Dieses Token widerrufen?',
  'enrollment.revoke_why': {
    one: '{name} lässt kein Gerät mehr herein, obwohl noch {count} Verwendung übrig ist. Geräte, die damit kamen, bleiben.',
    other:
      '{name} lässt kein Gerät mehr herein, obwohl noch {count} Verwendungen übrig sind. Geräte, die damit kamen, bleiben.',
  },
  'enrollment.revoke_submit': 'Token widerrufen',
  'enrollment.revoke_failed': 'Das Token wurde nicht widerrufen.',
  'enrollment.revoked': 'Das Token ist widerrufen',
  'enrollment.remove_title': 'Dieses Token entfernen?',
  'enrollment.remove_why': '{name} verschwindet aus dieser Liste. Geräte, die damit kamen, bleiben.',
  'enrollment.remove_submit': 'Token entfernen',
  'enrollment.remove_failed': 'Das Token wurde nicht entfernt.',
  'enrollment.removed': 'Das Token ist entfernt',

  'enrollment.name': 'Name',
  'enrollment.name_hint': 'Für diese Liste: für wen oder was es ist.',
  'enrollment.uses': 'Für wie viele Geräte',
  'enrollment.uses_wrong': 'Zwischen 1 und 10.000.',
  'enrollment.ttl': 'Gültig für',
  'enrollment.ttl_1': '1 Stunde',
  'enrollment.ttl_24': '1 Tag',
  'enrollment.ttl_72': '3 Tage',
  'enrollment.ttl_168': '7 Tage',
  'enrollment.ttl_720': '30 Tage',
  'enrollment.ttl_8760': '1 Jahr',
  'enrollment.choose': 'Wählen Sie, wohin die Geräte kommen.',
  'enrollment.create': 'Token erzeugen',
  'enrollment.create_failed': 'Das Token wurde nicht erzeugt.',

  'enrollment.made_title': 'Auf dem Gerät ausführen',
  'enrollment.linux': 'Linux, als root',
  'enrollment.command': 'Installationsbefehl',
  'enrollment.once':
    'Der Befehl wird nur dieses eine Mal gezeigt. Vom Token bleibt nur ein Hash: kopieren Sie ihn jetzt, oder erzeugen Sie später ein neues Token.',
  'enrollment.copy_hint': 'Vollständig steht das Token nur in dem, was Sie kopieren.',
  'enrollment.progress': {
    one: '{enrolled} von {count} Gerät aufgenommen',
    other: '{enrolled} von {count} Geräten aufgenommen',
  },
  'enrollment.progress_why': 'Geräte erscheinen von selbst, meist binnen einer Minute.',
  'enrollment.show_devices': 'Geräte zeigen',
};
