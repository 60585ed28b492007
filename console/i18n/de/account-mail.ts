import type { accountMail as english } from '../en/account-mail.ts';
import type { Translation } from '../types.ts';

export const accountMail: Translation<typeof english> = {
  'forgot.link': 'Passwort vergessen?',
  'forgot.title': 'Neues Passwort setzen',
  'forgot.why':
    'Geben Sie die E-Mail-Adresse Ihres Kontos ein. Sie erhalten einen Link, mit dem Sie ein neues Passwort setzen.',
  'forgot.email': 'E-Mail-Adresse',
  'forgot.submit': 'Link senden',
  'forgot.failed': 'Es wurde kein Link angefordert.',
  'forgot.back': 'Zurück zur Anmeldung',
  'forgot.asked_title': 'Sehen Sie in Ihr Postfach',
  'forgot.asked': 'Wenn {email} die bestätigte Adresse eines Kontos ist, ist ein Link unterwegs. Er gilt eine Stunde.',
  'forgot.asked_hint':
    'Nach fünf Minuten noch nichts? Sehen Sie im Spam-Ordner nach. Eine Adresse, die nie bestätigt wurde, erhält keinen Link; dann hilft Ihnen, wer die Konten verwaltet.',
  'forgot.no_mail':
    'Dieser Server versendet keine E-Mails. Ein neues Passwort erhalten Sie von denen, die die Konten verwalten.',

  'reset.title': 'Neues Passwort wählen',
  'reset.why': 'Damit enden alle Ihre Sitzungen. Eine Anmeldung in zwei Schritten bleibt eingeschaltet.',
  'reset.password': 'Neues Passwort',
  'reset.show': 'Anzeigen',
  'reset.hide': 'Verbergen',
  'reset.submit': 'Passwort setzen',
  'reset.failed': 'Das Passwort wurde nicht gesetzt.',
  'reset.done_title': 'Ihr Passwort ist gesetzt',
  'reset.done': 'Sie sind überall abgemeldet. Melden Sie sich mit dem neuen Passwort an.',
  'reset.sign_in': 'Jetzt anmelden',
  'reset.no_link':
    'Diese Seite braucht den Link aus der E-Mail. Öffnen Sie ihn dort noch einmal, oder fordern Sie einen neuen an.',
  'reset.link_over':
    'Dieser Link gilt nicht mehr. Er ist benutzt, älter als eine Stunde, oder es liegt ein neuerer in Ihrem Postfach.',
  'reset.ask_again': 'Neuen Link anfordern',

  'password.rule_length': 'Mindestens 12 Zeichen',
  'password.rule_uppercase': 'Ein Großbuchstabe',
  'password.rule_symbol': 'Ein Sonderzeichen, etwa ! oder -',
  'password.rules_unmet': 'Es erfüllt diese Regeln noch nicht.',
  'password.rule_met': '(erfüllt)',

  'confirm_email.title': 'E-Mail-Adresse bestätigen',
  'confirm_email.why':
    'Der Link in der E-Mail hat Sie hierher geführt. Bestätigen Sie, dass Post an diese Adresse Sie erreicht.',
  'confirm_email.submit': 'Adresse bestätigen',
  'confirm_email.failed': 'Die Adresse wurde nicht bestätigt.',
  'confirm_email.done_title': 'Ihre Adresse ist bestätigt',
  'confirm_email.done':
    'Links für ein neues Passwort und die E-Mails, die Sie gewählt haben, gehen von jetzt an dorthin.',
  'confirm_email.no_link': 'Diese Seite braucht den Link aus der E-Mail. Öffnen Sie ihn dort noch einmal.',
  'confirm_email.link_over':
    'Dieser Link gilt nicht mehr. Er ist benutzt, älter als 48 Stunden, oder die Adresse wurde geändert. Ob noch etwas zu tun ist, zeigt Ihr Konto.',
  'confirm_email.to_account': 'Mein Konto öffnen',

  'my_mail.title': 'E-Mail',
  'my_mail.failed': 'Ihre Einstellungen für E-Mails wurden nicht geladen.',
  'my_mail.no_address': 'Ihr Konto hat keine E-Mail-Adresse. Wer Konten verwaltet, kann eine eintragen.',
  'my_mail.no_address_yet': 'Ihr Konto hat keine E-Mail-Adresse.',
  'my_mail.set_address': 'Eine auf der Seite Ihres Kontos eintragen',
  'my_mail.no_account_mail':
    'Dieser Server versendet keine E-Mails zu Konten, deshalb lässt sich die Adresse nicht bestätigen.',
  'my_mail.confirm_why': 'Nur eine bestätigte Adresse erhält E-Mails. Ein Link zum Bestätigen gilt 48 Stunden.',
  'my_mail.send': 'Link zum Bestätigen senden',
  'my_mail.send_again': 'Weiteren Link senden',
  'my_mail.sent': 'Ein Link ist unterwegs an {address}.',
  'my_mail.not_sent': 'Es wurde kein Link gesendet.',
  'my_mail.about': 'E-Mail an mich, wenn',
  'my_mail.delivery_off':
    'E-Mails über Ereignisse sind auf diesem Server ausgeschaltet, es wird nichts versendet. Ihre Auswahl bleibt gespeichert, bis sie eingeschaltet werden.',
  'my_mail.unconfirmed': 'Es wird nichts versendet, bevor Sie Ihre Adresse bestätigt haben.',
  'my_mail.nowhere': 'Es wird nichts versendet, solange Ihr Konto keine E-Mail-Adresse hat.',
  'my_mail.not_saved': 'Ihre Auswahl wurde nicht gespeichert.',
  'my_mail.event.alert.raised': 'ein Alarm ausgelöst wird',
  'my_mail.event.alert.reopened': 'ein Alarm wiederkehrt',
  'my_mail.reopened_hint': 'Was wiederkehrt, öffnet seinen Alarm erneut: Das zählt hierzu und nicht als neu ausgelöst.',
  'my_mail.event.alert.resolved': 'ein Alarm erledigt ist',
  'my_mail.event.device.offline': 'ein Gerät offline geht',
  'my_mail.event.device.online': 'ein Gerät wieder online ist',
  'my_mail.event.device.enrolled': 'ein Gerät aufgenommen wird',
  'my_mail.event.job.awaiting_approval': 'ein Auftrag auf Freigabe wartet',
  'my_mail.event.job.failed': 'ein Auftrag fehlschlägt',
  'my_mail.event.patch.failed': 'ein Patch fehlschlägt',
  'my_mail.event.oauth.app.pending': 'eine KI-Anwendung auf Zulassung wartet',
};
