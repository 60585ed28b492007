import type { secondFactor as english } from '../en/second-factor.ts';
import type { Translation } from '../types.ts';

export const secondFactor: Translation<typeof english> = {
  'second_factor.title': 'Anmeldung in zwei Schritten',
  'second_factor.on': 'Ein',
  'second_factor.off': 'Aus',
  'second_factor.why':
    'Neben Ihrem Passwort verlangt die Anmeldung dann einen Code, den eine App auf Ihrem Telefon erzeugt. Wer nur Ihr Passwort kennt, kommt nicht weiter.',
  'second_factor.sso': 'Sie melden sich über Single Sign-on an. Nach dem zweiten Schritt fragt Ihr Anbieter.',
  'second_factor.set_up': 'Authenticator-App einrichten',
  'second_factor.codes_left': {
    one: 'Noch {count} Wiederherstellungscode, falls das Telefon nicht zur Hand ist.',
    other: 'Noch {count} Wiederherstellungscodes, falls das Telefon nicht zur Hand ist.',
  },
  'second_factor.few_left': {
    one: 'Nur noch {count} Wiederherstellungscode. Erstellen Sie neue, bevor Sie sie brauchen.',
    other: 'Nur noch {count} Wiederherstellungscodes. Erstellen Sie neue, bevor Sie sie brauchen.',
  },
  'second_factor.none_left':
    'Kein Wiederherstellungscode mehr übrig. Erstellen Sie neue, sonst sperrt ein verlorenes Telefon Sie aus.',
  'second_factor.renew': 'Neue Wiederherstellungscodes',
  'second_factor.replace': 'Andere App verwenden',
  'second_factor.turn_off': 'Ausschalten',

  'second_factor.password': 'Ihr Passwort',
  'second_factor.next': 'Weiter',
  'second_factor.prove': 'Zeigen Sie zuerst, dass das Konto Ihnen gehört.',
  'second_factor.prove_app':
    'Zeigen Sie zuerst, dass das Konto Ihnen gehört: mit Ihrem Passwort und einem Code der bisherigen App.',
  'second_factor.code_now': 'Code der bisherigen App',
  'second_factor.setup_failed': 'Die App wurde nicht eingerichtet.',
  'second_factor.scan':
    'Scannen Sie dies mit Ihrer Authenticator-App: Google oder Microsoft Authenticator, 1Password, Aegis oder einer anderen.',
  'second_factor.scan_replaces': 'Ihre bisherige App gilt, bis Sie die neue bestätigen.',
  'second_factor.qr': 'QR-Code mit dem Geheimnis für Ihre Authenticator-App',
  'second_factor.cannot_scan': 'Wenn Sie nicht scannen können, tippen Sie dieses Geheimnis in die App:',
  'second_factor.secret': 'Geheimnis',
  'second_factor.on_this_device': 'In einer App auf diesem Gerät öffnen',
  'second_factor.new_code': 'Code der App',
  'second_factor.new_code_hint': 'Die sechs Ziffern, die sie gerade anzeigt.',
  'second_factor.confirm': 'Einschalten',
  'second_factor.confirm_replace': 'Diese App verwenden',
  'second_factor.turned_on': 'Die Anmeldung in zwei Schritten ist eingeschaltet',
  'second_factor.replaced': 'Die neue App ist in Gebrauch',

  'second_factor.codes': 'Wiederherstellungscodes',
  'second_factor.codes_keep': 'Bewahren Sie diese Codes auf, wo nur Sie sie finden, und nicht auf dem Telefon.',
  'second_factor.codes_why':
    'Jeder meldet Sie einmal an, wenn Sie die App nicht haben. Sie werden nicht noch einmal gezeigt.',
  'second_factor.codes_file': 'Wiederherstellungscodes von {user} für {server}. Jeder gilt einmal.',
  'second_factor.codes_copy': 'Alle kopieren',
  'second_factor.codes_download': 'Herunterladen',
  'second_factor.codes_done': 'Ich habe sie aufbewahrt',
  'second_factor.codes_unkept':
    'Sie haben die Codes weder kopiert noch heruntergeladen, und niemand kann sie noch einmal zeigen.',
  'second_factor.codes_leave': 'Trotzdem schließen',
  'second_factor.others':
    'Ihre anderen Sitzungen laufen weiter. Beenden können Sie sie unter „Wo Sie angemeldet sind“.',

  'second_factor.renew_why': 'Ihre bisherigen Codes gelten danach nicht mehr.',
  'second_factor.renew_act': 'Neue Codes erstellen',
  'second_factor.renew_failed': 'Es wurden keine neuen Wiederherstellungscodes erstellt.',
  'second_factor.renewed': 'Neue Wiederherstellungscodes',

  'second_factor.off_title': 'Anmeldung in zwei Schritten ausschalten?',
  'second_factor.off_why':
    'Danach genügt Ihr Passwort zur Anmeldung. Ihre Wiederherstellungscodes und Passkeys werden entfernt.',
  'second_factor.off_code': 'Code der App oder ein Wiederherstellungscode',
  'second_factor.off_act': 'Zwei Schritte ausschalten',
  'second_factor.off_failed': 'Die Anmeldung in zwei Schritten ist weiterhin eingeschaltet.',
  'second_factor.turned_off': 'Die Anmeldung in zwei Schritten ist ausgeschaltet',
};
