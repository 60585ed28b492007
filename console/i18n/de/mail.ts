import type { mail as english } from '../en/mail.ts';
import type { Translation } from '../types.ts';

export const mail: Translation<typeof english> = {
  'settings.mail': 'E-Mail',
  'mail.failed': 'Die E-Mail-Einstellungen wurden nicht geladen.',
  'mail.on': 'Ein',
  'mail.off': 'Aus',
  'mail.not_set': 'Nicht eingerichtet',

  'mail.accounts': 'E-Mails zu Konten',
  'mail.accounts_why':
    'Über diesen Mailserver gehen Links für neue Passwörter und zum Bestätigen von E-Mail-Adressen hinaus, und Nachrichten über Änderungen am Konto.',
  'mail.accounts_none':
    'Ohne Mailserver bekommt niemand einen Link für ein neues Passwort, und Adressen lassen sich nicht bestätigen. Passwörter muss dann ein Administrator festlegen.',
  'mail.accounts_where':
    'Festgelegt mit RMM_SMTP_URL und RMM_SMTP_FROM beim Start des Servers, damit niemand diese Links von hier aus umleitet.',
  'mail.server': 'Mailserver',
  'mail.sign_in': 'Anmeldung',
  'mail.sign_in_yes': 'Mit Benutzername und Passwort',
  'mail.sign_in_no': 'Keine',

  'mail.alerts': 'Alarme per E-Mail',
  'mail.alerts_why':
    'Alarme gehen über einen eigenen Mailserver hinaus, nie über den für Konten. Ohne ihn wird kein Alarm gesendet.',
  'mail.host': 'Mailserver',
  'mail.host_missing': 'Nennen Sie den Mailserver.',
  'mail.address_refused':
    '{why} Nur öffentliche Adressen sind erlaubt, außer der Server wurde mit RMM_SMTP_ALERTS_ALLOW_PRIVATE=true gestartet.',
  'mail.not_found': 'Zu diesem Namen gibt es keine Adresse.',
  'mail.port': 'Port',
  'mail.port_wrong': '1 bis 65535.',
  'mail.security': 'Verschlüsselung',
  'mail.security_starttls': 'STARTTLS',
  'mail.security_tls': 'TLS vom ersten Byte an',
  'mail.security_none': 'Keine',
  'mail.plain': 'Benutzername, Passwort und Alarme sind unterwegs für alle lesbar.',
  'mail.username': 'Benutzername',
  'mail.password': 'Passwort',
  'mail.password_kept': 'Gespeichert. Leer lassen, um es zu behalten.',
  'mail.password_again': 'Geben Sie es erneut ein: Mailserver oder Anmeldung haben sich geändert.',
  'mail.sender': 'Absender',
  'mail.sender_hint': 'alerts@example.com oder Muster <alerts@example.com>.',
  'mail.enabled': 'Alarme per E-Mail senden',
  'mail.enabled_why': 'Ausgeschaltet bleibt der Mailserver gespeichert, und nichts wird gesendet.',
  'mail.save': 'Speichern',
  'mail.saved': 'Der Mailserver für Alarme ist gespeichert',
  'mail.save_failed': 'Der Mailserver für Alarme wurde nicht gespeichert.',
  'mail.forget': 'Mailserver entfernen',
  'mail.forget_title': 'Den Mailserver für Alarme entfernen?',
  'mail.forget_why': 'Es wird kein Alarm mehr gesendet. {host} und die Anmeldung werden vergessen.',
  'mail.forgotten': 'Der Mailserver für Alarme ist entfernt',

  'mail.test': 'Test senden',
  'mail.test_why': 'Geht an Ihre eigene Adresse.',
  'mail.save_first': 'Erst speichern, dann testen.',
  'mail.test_sent': 'Der Mailserver hat die E-Mail an {address} angenommen. Sehen Sie nach, ob sie ankommt.',
  'mail.test_failed': 'Der Test wurde nicht gesendet.',
  'mail.no_address': 'Ihr Konto hat keine E-Mail-Adresse. Wie es eine bekommt, steht unter „Mein Konto“.',
  'mail.none_to_test': 'Es ist kein Mailserver eingerichtet.',
};
