import type { Texts } from '../types.ts';

/** AI applications that connect to this server. */
export const applications = {
  'nav.applications': 'AI applications',
  'nav.applications_waiting': {
    one: '{count} AI application waits for approval',
    other: '{count} AI applications wait for approval',
  },
  'apps.title': 'AI applications',
  'apps.tab_list': 'Applications',
  'apps.tab_policy': 'Who may register',
  'apps.tab_connect': 'Connect',
  'apps.failed': 'The applications did not load.',
  'apps.find': 'Find an application or a host',
  'apps.clear': 'Clear the search',
  'apps.more': 'Show older applications',
  'apps.none': 'No application yet',
  'apps.none_why':
    'Claude, an editor or another AI application registers here by itself when somebody connects it. Whoever connects it signs in and allows it to act for them.',
  'apps.none_found': 'No application fits',
  'apps.none_found_why': 'Neither name nor host nor client ID holds what you look for.',
  'apps.how': 'How to connect one',

  'apps.off': 'Applications cannot sign in here.',
  'apps.off_why':
    'The server is started without {enabled}=true, or without {url}, the https origin at which applications reach it, without a path. Set both and start it again. API tokens work without it.',
  'apps.off_reader': 'Applications cannot sign in here, because this server is not set up for it. API tokens work.',

  'apps.waiting': 'Waiting for approval',
  'apps.waiting_why': 'Nobody can use these until you approve them. Names are what the applications call themselves.',
  'apps.registered': 'Registered applications',
  'apps.name': 'Application',
  'apps.hosts': 'Returns to',
  'apps.people': 'In use by',
  'apps.people_count': { one: '{count} person', other: '{count} people' },
  'apps.tokens_count': { one: '{count} active token', other: '{count} active tokens' },
  'apps.nobody': 'Nobody',
  'apps.last_used': 'Last used',
  'apps.never': 'Never',
  'apps.state': 'State',
  'apps.since': 'Registered',
  'apps.from': 'from {ip}',
  'apps.acts': 'Actions',
  'apps.approved': 'Approved',
  'apps.pending': 'Waits for approval',
  'apps.shut_out': 'Not on the list of hosts',
  'apps.shut_out_why':
    'It is approved, but the registration policy does not allow all of its hosts, so nobody can authorize it.',
  'apps.unknown_host': 'Unknown host',
  'apps.unknown_host_why':
    'It is no known MCP client and not on your list of hosts. Whoever runs it gets the access of everybody who authorizes the application.',
  'apps.own_computer': 'on the user’s own computer',

  'apps.approve': 'Approve',
  'apps.approve_one': 'Approve {name}',
  'apps.approve_title': 'Approve {name}?',
  'apps.approve_unknown':
    'It sends people back to {hosts}. That is no known MCP client and not on your list of hosts. Whoever runs it gets the access of everybody who authorizes the application.',
  'apps.approve_shut_out': 'Approval alone does not let it in: the list of hosts does not name all of its hosts.',
  'apps.approve_action': 'Approve all the same',
  'apps.approved_toast': '{name} is approved',
  'apps.approve_failed': 'The application was not approved.',

  'apps.remove': 'Remove…',
  'apps.remove_one': 'Remove {name}',
  'apps.remove_title': 'Remove {name}?',
  'apps.remove_unused': 'Nobody uses it now.',
  'apps.remove_tokens': {
    one: '{count} active token ends at once.',
    other: '{count} active tokens end at once.',
  },
  'apps.remove_people': {
    one: '{names} loses the connection.',
    other: '{names} lose the connection.',
  },
  'apps.and_more': { one: '{names} and {count} more', other: '{names} and {count} more' },
  'apps.remove_again': 'It may register again, under the policy then in force.',
  'apps.remove_action': 'Remove the application',
  'apps.removed': '{name} is removed',
  'apps.remove_failed': 'The application was not removed.',

  'apps.client_id': 'Client ID',
  'apps.kind': 'How it registered',
  'apps.kind_registered': 'By itself, at this server',
  'apps.kind_document': 'By the document at its client ID',
  'apps.redirects': 'Redirect URIs',
  'apps.approved_by': 'Approved by',
  'apps.approved_by_policy': 'Nobody: approval was not required',
  'apps.users_more': { one: 'and {count} more', other: 'and {count} more' },
  'apps.authorized': 'authorized {time}',
  'apps.gone': 'This application is not here any more.',

  'apps.policy_why':
    'Applications register by themselves. Here you say which ones may, and whether you want to see each first.',
  'apps.registration': 'Which applications may register',
  'apps.any': 'Any application',
  'apps.any_why': 'A host that is neither known nor listed is marked, here and where people consent.',
  'apps.allowed_hosts': 'Only applications of listed hosts',
  'apps.allowed_hosts_why':
    'All others are refused. Registered ones whose hosts are not listed cannot be authorized any more.',
  'apps.host_list': 'Hosts',
  'apps.host': 'Host',
  'apps.host_hint': 'As claude.ai, or *.example.com for everything below example.com.',
  'apps.host_wrong': 'Write a host as claude.ai, or *.example.com, without https:// and without a port or path.',
  'apps.host_add': 'Add',
  'apps.host_remove': 'Take out {host}',
  'apps.host_none': 'No host is listed yet.',
  'apps.host_suggest': 'Add:',
  'apps.host_missing': 'List at least one host, or no application could register.',
  'apps.host_local':
    'Applications on people’s own computers, such as Claude Code, return to localhost or to a scheme of their own: localhost stands for all of them.',
  'apps.require_approval': 'New applications wait for approval',
  'apps.require_approval_why': 'Nobody can use one before you approve it. Those that are here already stay approved.',
  'apps.policy_save': 'Save',
  'apps.policy_saved': 'The policy is saved',
  'apps.policy_failed': 'The policy was not saved.',

  'apps.address': 'Address of the MCP endpoint',
  'apps.address_why': 'Every application that speaks MCP over HTTP takes this address.',
  'apps.way': 'How it proves who it is',
  'apps.way_oauth': 'People sign in',
  'apps.way_token': 'API token',
  'apps.way_oauth_why':
    'The application opens this server in your browser. You sign in and allow it, and it acts with your role and your access scope.',
  'apps.way_token_why':
    'The application sends a token instead and acts with its role. Make it for AI applications only: then it opens nothing else, and can decide nothing, whatever its role.',
  'apps.token_new': 'New API token',
  'apps.client': 'Application',
  'apps.client_claude_code': 'Claude Code',
  'apps.client_vscode': 'VS Code',
  'apps.client_cursor': 'Cursor',
  'apps.client_web': 'Claude, ChatGPT',
  'apps.client_other': 'Another',
  'apps.claude_code_oauth':
    'Run this in a terminal; with --scope user it holds for all your projects. Then type /mcp in Claude Code and choose muster to sign in.',
  'apps.claude_code_token':
    'Run this in a terminal, with the token in the variable MUSTER_TOKEN. With --scope user it holds for all your projects.',
  'apps.vscode_oauth': 'Put this into .vscode/mcp.json, or run “MCP: Add Server” and enter the address.',
  'apps.vscode_token': 'Put this into .vscode/mcp.json. VS Code asks for the token once and keeps it.',
  'apps.cursor_oauth':
    'Put this into .cursor/mcp.json. Then sign in where Cursor lists its MCP servers: under Customize, MCPs, or in older versions under Settings, MCP.',
  'apps.cursor_token':
    'Put this into .cursor/mcp.json, and start Cursor with the token in the environment variable MUSTER_TOKEN.',
  'apps.web_oauth':
    'In Claude, add a custom connector under Customize, Connectors. In ChatGPT, switch on developer mode in the settings under Apps and create an app that signs in by OAuth. Enter the address above; it has to be reachable from the internet.',
  'apps.web_token': 'These applications take no token: people sign in.',
  'apps.other_oauth':
    'Enter the address above. An application that knows MCP only as a local command can use this one:',
  'apps.other_token': 'Enter the address above, and send the token with each request as this header:',
  'apps.snippet_file': 'Settings to paste',
  'apps.snippet_command': 'Command',
  'apps.snippet_header': 'Header',
  'apps.limits': 'What it can do',
  'apps.limits_why':
    'It sees what you may see. It can propose jobs, moves and deletions, and approve nothing: a person does that here.',

  'apps.mine': 'AI applications that act for you',
  'apps.mine_failed': 'Your AI applications did not load.',
  'apps.mine_why': 'They hold your role and your access scope until you end them.',
  'apps.mine_none': 'None. When you connect an AI application, it shows here.',
  'apps.mine_since': 'Since',
  'apps.mine_end': 'End',
  'apps.mine_end_one': 'End {name}',
  'apps.mine_ended': '{name} no longer acts for you',
  'apps.mine_end_failed': 'The application was not ended.',
  'apps.of_user': 'AI applications',
  'apps.of_user_token': 'Applications that people connect themselves need no token:',
} as const satisfies Texts;
