import type { passkeys as english } from '../en/passkeys.ts';
import type { Translation } from '../types.ts';

export const passkeys: Translation<typeof english> = {
  'passkeys.title': 'Passkeys',
  'passkeys.load_failed': 'Ihre Passkeys wurden nicht geladen.',
  'passkeys.none': 'Keine Passkeys',
  'passkeys.why':
    'Bestätigen Sie Ihre Anmeldung mit diesem Gerät, einem Telefon oder einem Sicherheitsschlüssel, statt einen Code einzutippen. Ihr Passwort bleibt der erste Schritt.',
  'passkeys.needs_codes':
    'Schalten Sie zuerst die Anmeldung in zwei Schritten mit einer Authenticator-App ein. Mit deren Codes kommen Sie hinein, wenn ein Passkey verloren geht.',
  'passkeys.ip_address':
    'Diese Konsole ist unter {origin} eingerichtet. Browser legen Passkeys für Namen an, nie für Adressen. Öffnen Sie die Konsole unter einem Namen und setzen Sie RMM_CONSOLE_URL darauf; zum Ausprobieren auf diesem Rechner genügt {local}.',
  'passkeys.no_https':
    'Diese Konsole ist unter {origin} eingerichtet. Browser legen Passkeys nur über https an. Stellen Sie die Konsole über https bereit und setzen Sie RMM_CONSOLE_URL auf diese Adresse.',
  'passkeys.sso_linked':
    'Sie melden sich über Single Sign-on an, das einen eigenen zweiten Schritt hat. Passkeys verwalten Sie dort.',
  'passkeys.elsewhere': 'Passkeys gehören zu {origin}. Öffnen Sie die Konsole dort, um einen hinzuzufügen.',
  'passkeys.unsupported': 'Dieser Browser kennt keine Passkeys.',
  'passkeys.add': 'Passkey hinzufügen',
  'passkeys.add_why':
    'Danach ist Ihr Browser an der Reihe: Er fragt nach Fingerabdruck, PIN oder Sicherheitsschlüssel.',
  'passkeys.name': 'Name',
  'passkeys.name_hint': 'Um ihn von anderen zu unterscheiden: welches Gerät, welcher Schlüssel.',
  'passkeys.password': 'Ihr Passwort',
  'passkeys.go_on': 'Weiter',
  'passkeys.added': '{name} ist hinzugefügt',
  'passkeys.add_failed': 'Der Passkey wurde nicht hinzugefügt.',
  'passkeys.since': 'Hinzugefügt {time}',
  'passkeys.used': 'Zuletzt benutzt {time}',
  'passkeys.unused': 'Nie benutzt',
  'passkeys.synced': 'Synchronisiert',
  'passkeys.synced_why': 'Sein Anbieter hält ihn auch auf Ihren anderen Geräten bereit.',
  'passkeys.other_name': 'Nur für {name}',
  'passkeys.other_name_why': 'Er entstand, als die Konsole diesen Namen hatte, und gilt unter keinem anderen.',
  'passkeys.rename': 'Umbenennen',
  'passkeys.rename_of': '{name} umbenennen',
  'passkeys.renamed': 'Der Passkey heißt jetzt {name}',
  'passkeys.rename_failed': 'Der Passkey wurde nicht umbenannt.',
  'passkeys.remove': 'Entfernen',
  'passkeys.remove_of': '{name} entfernen',
  'passkeys.remove_title': 'Den Passkey {name} entfernen?',
  'passkeys.remove_why':
    'Er bestätigt dann keine Anmeldung mehr. Ihre Codes gelten weiter. Auf dem Gerät oder Schlüssel selbst kann er noch stehen; entfernen Sie ihn auch dort.',
  'passkeys.removed': '{name} ist entfernt',
  'passkeys.remove_failed': 'Der Passkey wurde nicht entfernt.',
  'passkeys.browser_known': 'Dieses Gerät oder dieser Schlüssel hat bereits einen Passkey Ihres Kontos.',
  'passkeys.browser_cancelled':
    'Der Browser lieferte keinen: Es wurde abgebrochen oder dauerte zu lange. Versuchen Sie es erneut.',
  'passkeys.browser_failed':
    'Dieser Browser konnte das nicht. Vielleicht kann es ein anderer, oder ein anderer Schlüssel.',

  'refused.passkey_exists': 'Er wurde schon einmal hinzugefügt.',
  'refused.passkey_not_verified':
    'Was der Browser schickte, ließ sich nicht prüfen. Versuchen Sie es erneut oder mit einem anderen Browser.',
  'refused.challenge_not_found': 'Es dauerte länger als fünf Minuten. Beginnen Sie noch einmal.',
  'refused.too_many_passkeys': 'Ein Konto hat höchstens zwanzig. Entfernen Sie zuerst einen.',

  'sign_in.second_title': 'Bestätigen Sie, dass Sie es sind',
  'sign_in.second_hint': 'Mit einem Passkey oder mit einem Code.',
  'sign_in.passkey': 'Passkey verwenden',
  'sign_in.or': 'oder',
  'sign_in.passkey_failed': 'Der Passkey wurde nicht verwendet.',
  'sign_in.wrong_passkey':
    'Dieser Passkey wurde nicht angenommen. Versuchen Sie es erneut oder geben Sie einen Code ein.',
};
