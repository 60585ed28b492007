import type { applications as english } from '../en/applications.ts';
import type { Translation } from '../types.ts';

export const applications: Translation<typeof english> = {
  'nav.applications': 'KI-Anwendungen',
  'nav.applications_waiting': {
    one: '{count} KI-Anwendung wartet auf Freigabe',
    other: '{count} KI-Anwendungen warten auf Freigabe',
  },
  'apps.title': 'KI-Anwendungen',
  'apps.tab_list': 'Anwendungen',
  'apps.tab_policy': 'Registrierung',
  'apps.tab_connect': 'Verbinden',
  'apps.failed': 'Die Anwendungen wurden nicht geladen.',
  'apps.find': 'Anwendung oder Host finden',
  'apps.clear': 'Suche leeren',
  'apps.more': 'Ältere Anwendungen zeigen',
  'apps.none': 'Noch keine Anwendung',
  'apps.none_why':
    'Claude, ein Editor oder eine andere KI-Anwendung registriert sich hier von selbst, wenn jemand sie verbindet. Wer sie verbindet, meldet sich an und erlaubt ihr, für ihn zu handeln.',
  'apps.none_found': 'Keine Anwendung passt',
  'apps.none_found_why': 'Weder Name noch Host noch Client-ID enthält, was Sie suchen.',
  'apps.how': 'So wird eine verbunden',

  'apps.off': 'Anwendungen können sich hier nicht anmelden.',
  'apps.off_why':
    'Der Server läuft ohne {enabled}=true oder ohne {url}, den https-Ursprung, unter dem Anwendungen ihn erreichen, ohne Pfad. Setzen Sie beide und starten Sie ihn neu. API-Token gehen auch ohne.',
  'apps.off_reader':
    'Anwendungen können sich hier nicht anmelden, weil dieser Server nicht dafür eingerichtet ist. API-Token gehen.',

  'apps.waiting': 'Warten auf Freigabe',
  'apps.waiting_why':
    'Niemand kann sie benutzen, bevor Sie sie freigeben. Die Namen haben sich die Anwendungen selbst gegeben.',
  'apps.registered': 'Registrierte Anwendungen',
  'apps.name': 'Anwendung',
  'apps.hosts': 'Kehrt zurück zu',
  'apps.people': 'Benutzt von',
  'apps.people_count': { one: '{count} Person', other: '{count} Personen' },
  'apps.tokens_count': { one: '{count} gültiges Token', other: '{count} gültige Token' },
  'apps.nobody': 'Niemandem',
  'apps.last_used': 'Zuletzt benutzt',
  'apps.never': 'Nie',
  'apps.state': 'Zustand',
  'apps.since': 'Registriert',
  'apps.from': 'von {ip}',
  'apps.acts': 'Aktionen',
  'apps.approved': 'Freigegeben',
  'apps.pending': 'Wartet auf Freigabe',
  'apps.shut_out': 'Nicht auf der Hostliste',
  'apps.shut_out_why':
    'Sie ist freigegeben, aber die Richtlinie erlaubt nicht alle ihre Hosts. Deshalb kann niemand sie autorisieren.',
  'apps.unknown_host': 'Unbekannter Host',
  'apps.unknown_host_why':
    'Er ist kein bekannter MCP-Client und steht nicht auf Ihrer Hostliste. Wer ihn betreibt, bekommt den Zugriff aller, die die Anwendung autorisieren.',
  'apps.own_computer': 'auf dem eigenen Rechner',

  'apps.approve': 'Freigeben',
  'apps.approve_one': '{name} freigeben',
  'apps.approve_title': '{name} freigeben?',
  'apps.approve_unknown':
    'Sie schickt Menschen zurück zu {hosts}. Das ist kein bekannter MCP-Client und steht nicht auf Ihrer Hostliste. Wer den Host betreibt, bekommt den Zugriff aller, die die Anwendung autorisieren.',
  'apps.approve_shut_out': 'Die Freigabe allein lässt sie nicht ein: Die Hostliste nennt nicht alle ihre Hosts.',
  'apps.approve_action': 'Trotzdem freigeben',
  'apps.approved_toast': '{name} ist freigegeben',
  'apps.approve_failed': 'Die Anwendung wurde nicht freigegeben.',

  'apps.remove': 'Entfernen …',
  'apps.remove_one': '{name} entfernen',
  'apps.remove_title': '{name} entfernen?',
  'apps.remove_unused': 'Niemand benutzt sie zurzeit.',
  'apps.remove_tokens': {
    one: '{count} gültiges Token endet sofort.',
    other: '{count} gültige Token enden sofort.',
  },
  'apps.remove_people': {
    one: '{names} verliert die Verbindung.',
    other: '{names} verlieren die Verbindung.',
  },
  'apps.and_more': { one: '{names} und {count} weitere Person', other: '{names} und {count} weitere' },
  'apps.remove_again': 'Sie kann sich wieder registrieren, nach der Richtlinie, die dann gilt.',
  'apps.remove_action': 'Anwendung entfernen',
  'apps.removed': '{name} ist entfernt',
  'apps.remove_failed': 'Die Anwendung wurde nicht entfernt.',

  'apps.client_id': 'Client-ID',
  'apps.kind': 'Registriert',
  'apps.kind_registered': 'Von selbst, an diesem Server',
  'apps.kind_document': 'Durch das Dokument unter ihrer Client-ID',
  'apps.redirects': 'Rücksprungadressen',
  'apps.approved_by': 'Freigegeben von',
  'apps.approved_by_policy': 'Niemandem: Freigabe war nicht verlangt',
  'apps.users_more': { one: 'und {count} weitere Person', other: 'und {count} weitere' },
  'apps.authorized': 'autorisiert {time}',
  'apps.gone': 'Diese Anwendung gibt es hier nicht mehr.',

  'apps.policy_why':
    'Anwendungen registrieren sich von selbst. Hier sagen Sie, welche das dürfen, und ob Sie jede zuerst sehen möchten.',
  'apps.registration': 'Welche Anwendungen sich registrieren dürfen',
  'apps.any': 'Jede Anwendung',
  'apps.any_why': 'Ein Host, der weder bekannt noch gelistet ist, wird markiert, hier und auf der Zustimmungsseite.',
  'apps.allowed_hosts': 'Nur Anwendungen gelisteter Hosts',
  'apps.allowed_hosts_why':
    'Alle anderen werden abgewiesen. Registrierte, deren Hosts nicht auf der Liste stehen, kann niemand mehr autorisieren.',
  'apps.host_list': 'Hosts',
  'apps.host': 'Host',
  'apps.host_hint': 'Wie claude.ai, oder *.example.com für alles unterhalb von example.com.',
  'apps.host_wrong': 'Schreiben Sie einen Host wie claude.ai oder *.example.com, ohne https://, Port und Pfad.',
  'apps.host_add': 'Hinzufügen',
  'apps.host_remove': '{host} herausnehmen',
  'apps.host_none': 'Noch kein Host auf der Liste.',
  'apps.host_suggest': 'Hinzufügen:',
  'apps.host_missing': 'Nennen Sie mindestens einen Host, sonst könnte sich keine Anwendung registrieren.',
  'apps.host_local':
    'Anwendungen auf dem eigenen Rechner, etwa Claude Code, kehren zu localhost oder einem eigenen Schema zurück: localhost steht für sie alle.',
  'apps.require_approval': 'Neue Anwendungen warten auf Freigabe',
  'apps.require_approval_why':
    'Niemand kann eine benutzen, bevor Sie sie freigeben. Die vorhandenen bleiben freigegeben.',
  'apps.policy_save': 'Speichern',
  'apps.policy_saved': 'Die Richtlinie ist gespeichert',
  'apps.policy_failed': 'Die Richtlinie wurde nicht gespeichert.',

  'apps.address': 'Adresse des MCP-Endpunkts',
  'apps.address_why': 'Jede Anwendung, die MCP über HTTP spricht, nimmt diese Adresse.',
  'apps.way': 'Wie sie sich ausweist',
  'apps.way_oauth': 'Menschen melden sich an',
  'apps.way_token': 'API-Token',
  'apps.way_oauth_why':
    'Die Anwendung öffnet diesen Server in Ihrem Browser. Sie melden sich an und erlauben es ihr. Sie handelt dann mit Ihrer Rolle und Ihrem Zugriffsbereich.',
  'apps.way_token_why':
    'Die Anwendung schickt stattdessen ein Token und handelt mit dessen Rolle. Stellen Sie es nur für KI-Anwendungen aus: Dann öffnet es nichts anderes und kann nichts entscheiden, was immer seine Rolle erlaubt.',
  'apps.token_new': 'Neues API-Token',
  'apps.client': 'Anwendung',
  'apps.client_claude_code': 'Claude Code',
  'apps.client_vscode': 'VS Code',
  'apps.client_cursor': 'Cursor',
  'apps.client_web': 'Claude, ChatGPT',
  'apps.client_other': 'Eine andere',
  'apps.claude_code_oauth':
    'Führen Sie das in einem Terminal aus; mit --scope user gilt es für alle Ihre Projekte. Tippen Sie dann in Claude Code /mcp und wählen Sie muster, um sich anzumelden.',
  'apps.claude_code_token':
    'Führen Sie das in einem Terminal aus, mit dem Token in der Variable MUSTER_TOKEN. Mit --scope user gilt es für alle Ihre Projekte.',
  'apps.vscode_oauth':
    'Legen Sie das in .vscode/mcp.json ab, oder rufen Sie „MCP: Add Server“ auf und geben Sie die Adresse ein.',
  'apps.vscode_token': 'Legen Sie das in .vscode/mcp.json ab. VS Code fragt einmal nach dem Token und behält es.',
  'apps.cursor_oauth':
    'Legen Sie das in .cursor/mcp.json ab. Melden Sie sich dann dort an, wo Cursor seine MCP-Server zeigt: unter Customize, MCPs, in älteren Versionen unter Settings, MCP.',
  'apps.cursor_token':
    'Legen Sie das in .cursor/mcp.json ab und starten Sie Cursor mit dem Token in der Umgebungsvariable MUSTER_TOKEN.',
  'apps.web_oauth':
    'Fügen Sie in Claude unter Customize, Connectors einen eigenen Connector hinzu. Schalten Sie in ChatGPT in den Einstellungen unter Apps den Entwicklermodus ein und legen Sie eine App an, die sich mit OAuth anmeldet. Geben Sie die Adresse oben ein; sie muss aus dem Internet erreichbar sein.',
  'apps.web_token': 'Diese Anwendungen nehmen kein Token: Menschen melden sich an.',
  'apps.other_oauth':
    'Geben Sie die Adresse oben ein. Eine Anwendung, die MCP nur als lokalen Befehl kennt, nimmt diesen:',
  'apps.other_token':
    'Geben Sie die Adresse oben ein und schicken Sie das Token bei jedem Aufruf in diesem Header mit:',
  'apps.snippet_file': 'Einstellungen zum Einfügen',
  'apps.snippet_command': 'Befehl',
  'apps.snippet_header': 'Header',
  'apps.limits': 'Was sie darf',
  'apps.limits_why':
    'Die Anwendung sieht, was Sie sehen dürfen. Sie kann Aufträge, Verschiebungen und Löschungen vorschlagen und nichts freigeben: Das tut hier ein Mensch.',

  'apps.mine': 'KI-Anwendungen, die für Sie handeln',
  'apps.mine_failed': 'Ihre KI-Anwendungen wurden nicht geladen.',
  'apps.mine_why': 'Sie haben Ihre Rolle und Ihren Zugriffsbereich, bis Sie sie beenden.',
  'apps.mine_none': 'Keine. Wenn Sie eine KI-Anwendung verbinden, steht sie hier.',
  'apps.mine_since': 'Seit',
  'apps.mine_end': 'Beenden',
  'apps.mine_end_one': '{name} beenden',
  'apps.mine_ended': '{name} handelt nicht mehr für Sie',
  'apps.mine_end_failed': 'Die Anwendung wurde nicht beendet.',
  'apps.of_user': 'KI-Anwendungen',
  'apps.of_user_token': 'Anwendungen, die jemand selbst verbindet, brauchen kein Token:',
};
