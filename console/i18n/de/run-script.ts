import type { runScript as english } from '../en/run-script.ts';
import type { Translation } from '../types.ts';

export const runScript: Translation<typeof english> = {
  'run_script.title': 'Skript ausführen',
  'run_script.on_one': 'Auf {name}',
  'run_script.on_many': { one: 'Auf {count} Gerät in {companies}', other: 'Auf {count} Geräten in {companies}' },
  'run_script.companies': { one: '{count} Firma', other: '{count} Firmen' },
  'run_script.offline_one':
    'Es ist offline. Nach der Freigabe wartet das Skript bis zu sieben Tage, bis es wieder da ist.',
  'run_script.offline_many': {
    one: '{count} davon ist offline. Nach der Freigabe wartet das Skript bis zu sieben Tage, bis es wieder da ist.',
    other:
      '{count} davon sind offline. Nach der Freigabe wartet das Skript bis zu sieben Tage, bis sie wieder da sind.',
  },
  'run_script.targets': 'Geräte',
  'run_script.shell': 'Shell',
  'run_script.script': 'Skript',
  'run_script.script_hint': 'Es läuft mit den Rechten des Agenten: root unter Linux und macOS, SYSTEM unter Windows.',
  'run_script.script_hint_as': 'Es läuft mit den Rechten des Agenten: {account}.',
  'run_script.description': 'Was es tut',
  'run_script.description_hint': 'Das liest zuerst, wer es freigibt.',
  'run_script.timeout': 'Abbrechen nach Minuten',
  'run_script.timeout_hint': 'Eine Minute bis ein Tag.',
  'run_script.timeout_wrong': 'Zwischen 1 und 1440 Minuten.',
  'run_script.waits': 'Es wartet, bis jemand es freigibt.',
  'run_script.submit': 'Vorschlagen',
  'run_script.failed': 'Das Skript wurde nicht vorgeschlagen.',
  'run_script.too_many': 'Höchstens {count} Geräte auf einmal.',
  'run_script.outdated': 'Aktualisieren Sie zuerst den Agenten auf:',
  'run_script.done_title': 'Das Skript wartet auf Freigabe',
  'run_script.done_one': '{name} führt es aus, sobald jemand es freigibt.',
  'run_script.done_many': {
    one: '{count} Gerät in {companies} führt es aus, sobald jemand es freigibt.',
    other: '{count} Geräte in {companies} führen es aus, sobald jemand es freigibt, Firma für Firma.',
  },
  'run_script.open_job': 'Auftrag öffnen',
  'run_script.open_approval': 'Freigabe öffnen',
};
