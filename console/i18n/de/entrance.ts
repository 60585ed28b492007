import type { entrance as english } from '../en/entrance.ts';
import type { Translation } from '../types.ts';

export const entrance: Translation<typeof english> = {
  'sign_in.title': 'Bei Muster anmelden',
  'sign_in.username': 'Benutzername',
  'sign_in.password': 'Passwort',
  'sign_in.submit': 'Anmelden',
  'sign_in.code_title': 'Code eingeben',
  'sign_in.code_hint': 'Die sechs Ziffern, die Ihre Authenticator-App gerade anzeigt.',
  'sign_in.code': 'Code',
  'sign_in.confirm': 'Bestätigen',
  'sign_in.other': 'Mit anderem Konto anmelden',
  'sign_in.wrong_password':
    'Benutzername und Passwort passen nicht zusammen. Prüfen Sie beides und versuchen Sie es erneut.',
  'sign_in.wrong_code':
    'Dieser Code passt nicht oder wurde schon verwendet. Codes wechseln alle 30 Sekunden; nehmen Sie den nächsten.',
  'sign_in.use_recovery_code': 'Wiederherstellungscode verwenden',
  'sign_in.use_app': 'Authenticator-App verwenden',
  'sign_in.recovery_code': 'Wiederherstellungscode',
  'sign_in.recovery_code_hint': 'Groß oder klein geschrieben, mit oder ohne Striche.',
  'sign_in.recovery_hint': 'Einer der zehn Codes, die Sie beim Einrichten der App aufbewahrt haben. Jeder gilt einmal.',
  'sign_in.wrong_recovery_code': 'Das ist keiner Ihrer Wiederherstellungscodes, oder er wurde schon verwendet.',
  'sign_in.codes_paused':
    'Für dieses Konto wurden zu viele falsche Codes eingegeben, deshalb gelten Codes der App einige Stunden lang nicht. Verwenden Sie einen Wiederherstellungscode, und ändern Sie Ihr Passwort: Jemand könnte es kennen.',
  'sign_in.codes_left': {
    one: 'Mit einem Wiederherstellungscode angemeldet. {count} ist noch übrig.',
    other: 'Mit einem Wiederherstellungscode angemeldet. {count} sind noch übrig.',
  },
  'sign_in.codes_renew': 'Neue erstellen',
  'sign_in.failed': 'Sie sind nicht angemeldet.',

  'setup.title': 'Erster Start',
  'setup.steps': 'Schritte',
  'setup.step_administrator': 'Administrator',
  'setup.step_company': 'Firma und Standort',
  'setup.step_device': 'Erstes Gerät',
  'setup.failed': 'Der Zustand des Servers wurde nicht geladen.',
  'setup.already': 'Dieser Server ist eingerichtet',
  'setup.already_why':
    'Er hat einen Administrator, deshalb gilt der Einrichtungslink nicht mehr. Melden Sie sich mit diesem Konto an.',

  'setup.administrator_title': 'Administrator anlegen',
  'setup.administrator_why': 'Dieses Konto darf alles. Personen mit weniger Rechten können Sie später hinzufügen.',
  'setup.administrator_submit': 'Anlegen und weiter',
  'setup.administrator_failed': 'Das Konto wurde nicht angelegt.',
  'setup.token': 'Einrichtungstoken',
  'setup.token_hint': 'Der Server nannte beim Start die Datei, in der es steht: admin-token in seinem Datenordner.',
  'setup.token_wrong': 'Der Server kennt dieses Einrichtungstoken nicht.',
  'setup.username': 'Benutzername',
  'setup.password': 'Passwort',
  'setup.password_hint':
    'Mindestens 12 Zeichen, darunter ein Großbuchstabe und ein Sonderzeichen. Ein Satz ist leicht zu merken.',

  'setup.company_title': 'Die erste Firma benennen',
  'setup.company_why':
    'Geräte gehören zu einem Standort, ein Standort zu einer Firma. Beides lässt sich später umbenennen.',
  'setup.company': 'Firma',
  'setup.company_hint': 'Ein Kunde oder die eigene.',
  'setup.site': 'Standort',
  'setup.site_hint': 'Wo die Geräte stehen: ein Büro, ein Werk, ein Rechenzentrum.',
  'setup.company_submit': 'Anlegen und weiter',
  'setup.company_failed': 'Firma und Standort wurden nicht angelegt.',

  'setup.device_title': 'Auf dem ersten Gerät ausführen',
  'setup.device_why': 'Das installiert den Agenten und nimmt das Gerät in {place} auf.',
  'setup.linux': 'Linux',
  'setup.command': 'Installationsbefehl',
  'setup.command_hint': 'In einer Root-Shell ausführen. Vollständig steht das Token nur in dem, was Sie kopieren.',
  'setup.token_limits': { one: '{count} Verwendung, endet {ends}', other: '{count} Verwendungen, endet {ends}' },
  'setup.token_gone':
    'Der letzte Befehl lässt sich nicht noch einmal zeigen: vom Token bleibt nur ein Hash. Erzeugen Sie einen neuen.',
  'setup.token_new': 'Installationsbefehl erzeugen',
  'setup.token_failed': 'Der Installationsbefehl wurde nicht erzeugt.',
  'setup.waiting': 'Wartet auf das Gerät',
  'setup.waiting_why': 'Es erscheint hier von selbst, meist binnen einer Minute.',
  'setup.enrolled': '{name} ist aufgenommen',
  'setup.connecting': 'Verbindet sich',
  'setup.online': 'Online',
  'setup.skip': 'Vorerst überspringen',
  'setup.open_device': 'Gerät öffnen',
};
