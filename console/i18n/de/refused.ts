import type { refused as english } from '../en/refused.ts';
import type { Translation } from '../types.ts';

export const refused: Translation<typeof english> = {
  'refused.own_account': 'Am eigenen Konto geht das nicht. Das muss jemand anderes tun.',
  'refused.builtin_account': 'Der eingebaute Administrator lässt sich weder sperren noch löschen.',
  'refused.last_admin':
    'Das ist der letzte aktive Administrator ohne Zugriffsbereich. Richten Sie erst einen zweiten ein, sonst könnte niemand mehr diesen Server verwalten.',
  'refused.scope_lost':
    'Worauf dieses Konto beschränkt war, ist gelöscht. Wählen und speichern Sie seinen Zugriff neu, dann lässt es sich entsperren.',
  'refused.exceeds_permissions': 'Damit sind Berechtigungen verbunden, die Sie selbst nicht haben.',
  'refused.access_changed':
    'Was Sie dürfen, wurde inzwischen geändert. Sehen Sie es sich an und versuchen Sie es noch einmal.',
  'refused.admin_role': 'Sie haben einen Zugriffsbereich und können die Administratorrolle deshalb nicht vergeben.',
  'refused.unscoped_required':
    'Sie haben einen Zugriffsbereich und können deshalb keinen unbeschränkten Zugriff geben.',
  'refused.out_of_scope': 'Das liegt außerhalb Ihres eigenen Zugriffsbereichs.',
  'refused.unknown_scope_target':
    'Etwas davon wurde inzwischen gelöscht. Nehmen Sie es heraus und speichern Sie noch einmal.',
  'refused.unknown_role': 'Die Rolle wurde inzwischen gelöscht. Wählen Sie eine andere.',
  'refused.unknown_user': 'Das Konto wurde inzwischen gelöscht. Wählen Sie ein anderes.',
  'refused.username_taken': 'Ein Konto mit diesem Namen gibt es schon.',
  'refused.email_taken': 'Ein Konto mit dieser Adresse gibt es schon.',
  'refused.builtin_role': 'Eingebaute Rollen sind fest. Kopieren Sie sie in eine eigene Rolle.',
  'refused.role_in_use':
    'Die Rolle ist vergeben: an Konten oder API-Token, vielleicht an solche, die Sie nicht sehen. Geben Sie diesen erst eine andere.',
  'refused.role_exists': 'Eine Rolle mit diesem Schlüssel gibt es schon.',
  'refused.own_tokens_only': 'Sie haben einen Zugriffsbereich und stellen Token deshalb nur für Ihr eigenes Konto aus.',
  'refused.sso_linked': 'Das Konto meldet sich über Single Sign-on an. Passwort und zweiter Schritt liegen dort.',
  'refused.wrong_password': 'Das bisherige Passwort stimmt nicht.',
  'refused.password_unchanged': 'Das neue Passwort ist das bisherige.',
  'refused.no_password': 'Dieses Konto hat kein Passwort: Es meldet sich über Single Sign-on an.',
  'refused.wrong_code':
    'Dieser Code passt nicht oder wurde schon verwendet. Nehmen Sie den nächsten, den die App zeigt.',
  'refused.codes_paused':
    'Für dieses Konto wurden zu viele falsche Codes eingegeben, deshalb gelten Codes der App einige Stunden lang nicht.',
  'refused.second_factor_off': 'Die Anmeldung in zwei Schritten ist inzwischen ausgeschaltet.',
  'refused.setup_expired':
    'Die Einrichtung dauerte länger als 15 Minuten oder wurde anderswo neu begonnen. Schließen Sie dies und beginnen Sie neu.',
  'refused.password_length': 'Es braucht mindestens 12 Zeichen.',
  'refused.password_uppercase': 'Es braucht einen Großbuchstaben.',
  'refused.password_symbol': 'Es braucht ein Sonderzeichen wie ! oder -.',
  'refused.password_common': 'Es gehört zu den Passwörtern, die zuerst probiert werden.',

  'refused.no_email': 'Das Konto hat keine E-Mail-Adresse.',
  'refused.account_disabled': 'Das Konto ist gesperrt und bekommt deshalb keine Mail.',
  'refused.smtp_not_configured': 'Dieser Server verschickt keine Mail zu Konten: RMM_SMTP_URL ist nicht gesetzt.',
  'refused.already_approved': 'Jemand hat sie schon freigegeben.',
};
