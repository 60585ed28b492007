import type { Texts } from './en.ts';

export const de: Texts = {
  quoted: '„{app}“',
  title: 'Anwendung verbinden',
  wants: '{app} möchte sich mit Muster verbinden',
  at: 'Eine KI-Anwendung. Sie sind auf {host}.',
  own_word: 'Den Namen {app} gibt sich die Anwendung selbst. Jeder kann jeden Namen verwenden.',
  returns: 'Der Zugriff geht an',
  returns_loopback: 'Der Zugriff geht an eine Anwendung auf diesem Computer, unter',
  returns_scheme: 'Der Zugriff geht an die Anwendung, die auf diesem Gerät Links öffnet, die so beginnen:',
  scheme_hint:
    'Muster kann nicht erkennen, welche Anwendung das ist. Fahren Sie nur fort, wenn Sie dies gerade selbst begonnen haben.',
  unknown_title: 'Muster kennt diesen Host nicht.',
  unknown_goes: 'Der Zugriff ginge an',
  unknown_hint:
    'Jede Anwendung kann sich {app} nennen. Fahren Sie nur fort, wenn Sie dies gerade selbst begonnen haben, unter dieser Adresse.',
  may: 'Mit Ihrer Rolle und Ihrem Zugriffsbereich darf sie',
  may_see: 'sehen, was Sie sehen: Geräte, Prüfungen, Alarme, Patches und Aufträge',
  may_propose: 'Skripte, Verschieben und Löschen vorschlagen, was dann ein Mensch freigibt',
  may_not: 'Sie darf nicht',
  may_not_run: 'freigeben, ablehnen oder ausführen: nichts läuft ohne Freigabe',
  may_not_open: 'Terminals, Dateien oder Bildschirme öffnen oder sich an der Konsole anmelden',
  continue_with: 'Weiter mit {label}',
  or: 'oder mit Ihrem Passwort',
  username: 'Benutzername',
  password: 'Passwort',
  code: 'Code',
  code_hint: 'Sechs Ziffern aus Ihrer Authenticator-App oder ein Wiederherstellungscode',
  code_asked: '{user}, geben Sie Ihren Code ein, um fortzufahren.',
  signed_in_as: 'Sie sind als {user} angemeldet.',
  authorize: 'Zugriff geben',
  sign_in: 'Anmelden und Zugriff geben',
  deny: 'Ablehnen',
  end_hint: 'Sie können diesen Zugriff jederzeit in der Konsole beenden, unter Ihrem Konto.',
  error_credentials: 'Benutzername oder Passwort ist falsch.',
  error_incomplete: 'Geben Sie Benutzernamen und Passwort ein.',
  error_code: 'Der Code ist falsch oder wurde schon verwendet.',
  error_paused: 'Für dieses Konto wurden zu viele falsche Codes eingegeben. Nehmen Sie einen Wiederherstellungscode.',
  error_sso: 'Dieses Konto meldet sich mit {label} an. Nehmen Sie den Knopf darüber.',
  error_busy: 'Gerade melden sich zu viele an. Versuchen Sie es gleich noch einmal.',
  error_expired: 'Diese Seite war länger als zehn Minuten offen. Versuchen Sie es noch einmal.',
  it: 'Die Anwendung',
  failed: 'Muster kann diese Anwendung nicht verbinden',
  page_unknown_client:
    'Sie ist hier nicht registriert oder wurde entfernt. Lassen Sie die Anwendung neu verbinden, dann registriert sie sich wieder.',
  page_unregistered_redirect:
    'Sie wollte an eine Adresse zurückkehren, die sie nicht registriert hat; deshalb werden Sie nicht dorthin geleitet. Wer die Anwendung herstellt, kann das beheben.',
  page_client_document: 'Was sie über sich veröffentlicht, ist nicht lesbar oder wird hier nicht angenommen.',
  page_application_pending:
    '{app} wartet darauf, dass jemand aus der Administration sie freigibt. Ihr wurde nichts gegeben. Lassen Sie die Anwendung danach neu verbinden.',
  page_application_pending_title: 'Diese Anwendung wartet auf Freigabe',
  page_application_not_allowed:
    '{app} kehrt zu einem Host zurück, den dieser Server nicht zulässt. Die Administration kann ihn erlauben.',
  page_lacks_mcp_use:
    'Ihre Rolle umfasst keine KI-Anwendungen. Die Administration kann ihr die Berechtigung mcp.use geben.',
  page_lacks_mcp_use_title: 'Ihr Konto darf keine Anwendungen verbinden',
  page_form_foreign:
    'Dieses Formular gehört zu einem anderen Browser, oder Ihr Browser hat sein Cookie nicht behalten. Lassen Sie die Anwendung neu verbinden und erlauben Sie Cookies für diese Adresse.',
  page_sso_grant_rejected:
    'Ihre Anmeldung wurde schon verwendet, ist älter als fünf Minuten oder galt einer anderen Anfrage. Lassen Sie die Anwendung neu verbinden.',
  page_sso_failed:
    'Single Sign-on ist nicht gelungen. Lassen Sie die Anwendung neu verbinden, oder fragen Sie Ihre Administration.',
  page_sso_failed_title: 'Die Anmeldung ist nicht gelungen',
  page_too_many: 'Zu viele Versuche. Warten Sie {minutes} und versuchen Sie es noch einmal.',
  page_too_many_title: 'Bitte warten',
  page_invalid: 'Diese Anfrage versteht die Seite nicht. Lassen Sie die Anwendung neu verbinden.',
  page_unavailable: 'Muster kann gerade nicht antworten. Versuchen Sie es gleich noch einmal.',
  minutes: (count) => (count === 1 ? '1 Minute' : `${count} Minuten`),
  request_id: 'Anfrage {id}',
};
