import type { apiTokens as english } from '../en/api-tokens.ts';
import type { Translation } from '../types.ts';

export const apiTokens: Translation<typeof english> = {
  'tokens.failed': 'Die API-Token wurden nicht geladen.',
  'tokens.new': 'Neues API-Token',
  'tokens.none': 'Noch kein API-Token',
  'tokens.none_why':
    'Mit einem Token ruft ein Skript, ein Monitor oder eine KI-Anwendung diesen Server mit einer eigenen Rolle auf, ohne jemandes Passwort.',
  'tokens.name': 'Name',
  'tokens.role': 'Rolle',
  'tokens.limited': '{role}, begrenzt durch {limit}',
  'tokens.bound': 'Handelt für',
  'tokens.issued_by': 'Ausgestellt von',
  'tokens.expires': 'Läuft ab',
  'tokens.never': 'Nie',
  'tokens.expired': 'Abgelaufen',
  'tokens.last_used': 'Zuletzt benutzt',
  'tokens.acts': 'Aktionen',
  'tokens.mcp_only': 'Nur KI-Anwendungen',
  'tokens.approves': 'Gibt eigene Aufträge frei',
  'tokens.approves_why':
    'Mit dieser Rolle kann eine KI-Anwendung Aufträge vorschlagen und selbst freigeben. Niemand muss ein Skript ansehen, bevor es läuft.',
  'tokens.approves_instead':
    'Wählen Sie eine Rolle ohne „{permission}“ oder „Nur KI-Anwendungen“, dann warten ihre Aufträge auf einen Menschen.',
  'tokens.approves_not':
    'Die Rolle könnte Aufträge freigeben, dieses Token aber nicht: Am MCP-Endpunkt wird nichts entschieden.',
  'tokens.revoke': 'Widerrufen …',
  'tokens.revoke_one': '{name} widerrufen',
  'tokens.revoke_title': '{name} widerrufen?',
  'tokens.revoke_why':
    'Was es benutzt, wird ab dem nächsten Aufruf abgewiesen. Das lässt sich nicht rückgängig machen.',
  'tokens.revoke_used': 'Zuletzt benutzt: {time}.',
  'tokens.revoke_unused': 'Es wurde nie benutzt.',
  'tokens.revoke_action': 'Token widerrufen',
  'tokens.revoked': '{name} ist widerrufen',
  'tokens.revoke_failed': 'Das Token wurde nicht widerrufen.',

  'tokens.create_title': 'Neues API-Token',
  'tokens.name_hint': 'Was es benutzt: „Grafana“, „Sicherungsskript auf nas01“.',
  'tokens.role_hint': 'Was es darf. Geben Sie ihm nicht mehr, als es braucht.',
  'tokens.bound_self': 'Sie haben einen Zugriffsbereich, deshalb handelt das Token für Sie.',
  'tokens.expires_hint': 'Abgelaufene Token werden abgewiesen und bleiben in der Liste, bis sie widerrufen sind.',
  'tokens.days': { one: 'In {count} Tag', other: 'In {count} Tagen' },
  'tokens.mcp_only_hint': 'Das Token öffnet den MCP-Endpunkt und sonst nichts.',
  'tokens.create': 'Token ausstellen',
  'tokens.create_failed': 'Das Token wurde nicht ausgestellt.',
  'tokens.created_title': '{name} ist ausgestellt',
  'tokens.once': 'Kopieren Sie es jetzt.',
  'tokens.once_why':
    'Gespeichert ist nur sein Hashwert: Wenn Sie diese Seite verlassen, kann es niemand mehr anzeigen.',
  'tokens.value': 'API-Token',
  'tokens.example': 'Ausprobieren',
  'tokens.example_mcp': 'Geben Sie der KI-Anwendung die Adresse und das Token.',
  'tokens.done': 'Fertig, ich habe es kopiert',

  'tokens.find': 'Token oder Konto suchen',
  'tokens.clear': 'Filter zurücksetzen',
  'tokens.more': 'Ältere Token zeigen',
  'tokens.none_found': 'Kein Token passt',
  'tokens.none_found_why': 'Keines der Token passt zu diesen Filtern.',
  'tokens.unused': 'nie benutzt',
  'tokens.bound_none': 'Niemanden: erreicht alles',
  'tokens.bound_none_why': 'Für Server und Anbindungen, die zu keiner Person gehören. Es erreicht jede Firma.',
  'tokens.bound_me': 'Mich ({name})',
  'tokens.bound_me_why':
    'Es erreicht, was Sie erreichen, darf nur, was beide Rollen erlauben, und endet mit Ihrem Konto.',
  'tokens.bound_account': 'Ein anderes Konto',
  'tokens.bound_account_why':
    'Es erreicht, was jenes Konto erreicht, darf nur, was beide Rollen erlauben, und endet mit ihm.',
  'tokens.account': 'Konto',
  'tokens.account_missing': 'Wählen Sie das Konto, für das es handelt.',
  'tokens.account_exceeds': 'Hat Berechtigungen, die Sie nicht haben',
  'tokens.account_disabled': 'Konto gesperrt',
  'tokens.unbound_warning':
    'Es erreicht jede Firma und wirkt weiter, wenn geht, wer es ausgestellt hat. Widerrufen Sie es selbst, sobald es nicht mehr gebraucht wird.',
  'tokens.lost': 'Das erlaubt die Rolle des Kontos nicht, deshalb darf es auch das Token nicht: {permissions}.',
  'tokens.left': 'Es darf nur, was beide Rollen erlauben: {permissions}.',
  'tokens.left_nothing':
    'Die beiden Rollen haben nichts gemeinsam, das Token darf deshalb nichts. Wählen Sie eine andere Rolle.',
  'tokens.never_hint': 'Wer es findet, kann es jahrelang benutzen. Wählen Sie lieber ein Datum.',
};
