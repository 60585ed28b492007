import type { organisation as english } from '../en/organisation.ts';
import type { Translation } from '../types.ts';

export const organisation: Translation<typeof english> = {
  'organisation.failed': 'Die Organisation wurde nicht geladen.',
  'organisation.find': 'Firma, Standort oder Abteilung suchen',
  'organisation.find_short': 'Ort suchen',
  'organisation.client': 'Firma',
  'organisation.site': 'Standort',
  'organisation.group': 'Abteilung',
  'organisation.tree': 'Firmen, Standorte und Abteilungen',
  'organisation.online_of': '{online} von {count} online',
  'organisation.no_devices': 'keine Geräte',
  'organisation.show_devices': 'Geräte von {name} zeigen',
  'organisation.acts': 'Aktionen für {name}',
  'organisation.enroll_here': 'Neues Aufnahmetoken…',
  'organisation.open': 'Zeigen, was in {name} liegt',

  'organisation.empty': 'Noch keine Firma',
  'organisation.empty_why':
    'Eine Firma ist ein Kunde oder die eigene. Sie hat Standorte, ein Standort kann Abteilungen haben, und jedes Gerät gehört zu einem davon.',
  'organisation.nothing': 'Nichts heißt so',
  'organisation.nothing_why': 'Keine Firma, kein Standort und keine Abteilung hat „{text}“ im Namen.',
  'organisation.clear': 'Suche leeren',

  'organisation.new_client': 'Neue Firma',
  'organisation.new_site': 'Neuer Standort',
  'organisation.new_group': 'Neue Abteilung',
  'organisation.new_in': 'In {name}.',
  'organisation.name': 'Name',
  'organisation.create': 'Anlegen',
  'organisation.created': '{name} ist angelegt',
  'organisation.create_failed': 'Das Anlegen ist fehlgeschlagen.',

  'organisation.taken_client': 'Eine Firma dieses Namens gibt es schon.',
  'organisation.taken_site': 'Diese Firma hat schon einen Standort dieses Namens.',
  'organisation.taken_group': 'Dieser Standort hat schon eine Abteilung dieses Namens.',

  'organisation.rename': 'Umbenennen…',
  'organisation.rename_title': '{name} umbenennen',
  'organisation.rename_why':
    'Geräte, Aufträge und Zugriffsbereiche bleiben, wie sie sind. Das Protokoll behält den alten Namen.',
  'organisation.rename_submit': 'Umbenennen',
  'organisation.renamed': '{before} heißt jetzt {name}',
  'organisation.rename_failed': 'Das Umbenennen ist fehlgeschlagen.',

  'organisation.delete': 'Löschen…',
  'organisation.delete_title': '{name} löschen?',
  'organisation.delete_client': 'Firma löschen',
  'organisation.delete_site': 'Standort löschen',
  'organisation.delete_group': 'Abteilung löschen',
  'organisation.deleted': '{name} ist gelöscht',
  'organisation.delete_failed': 'Das Löschen ist fehlgeschlagen.',
  'organisation.goes_sites': {
    one: '{count} Standort wird mit gelöscht.',
    other: '{count} Standorte werden mit gelöscht.',
  },
  'organisation.goes_groups': {
    one: '{count} Abteilung wird mit gelöscht.',
    other: '{count} Abteilungen werden mit gelöscht.',
  },
  'organisation.goes_tokens': 'Aufnahmetoken, die dorthin führen, gelten nicht mehr.',
  'organisation.goes_scopes':
    'Zugriffsbereiche, die darauf lauten, verlieren es. Ein Konto, dessen Bereich dann leer ist, wird gesperrt.',
  'organisation.unassigned': {
    one: '{count} Gerät bleibt ohne Firma, bis jemand es verschiebt.',
    other: '{count} Geräte bleiben ohne Firma, bis jemand sie verschiebt.',
  },
  'organisation.leave_group': {
    one: '{count} Gerät bleibt in {site}, ohne Abteilung.',
    other: '{count} Geräte bleiben in {site}, ohne Abteilung.',
  },
  'organisation.site_holds': {
    one: '{count} Gerät ist an diesem Standort. Verschieben oder löschen Sie es zuerst: nur ein leerer Standort lässt sich löschen.',
    other:
      '{count} Geräte sind an diesem Standort. Verschieben oder löschen Sie sie zuerst: nur ein leerer Standort lässt sich löschen.',
  },
};
