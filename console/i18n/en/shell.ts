import type { Texts } from '../types.ts';

/** Words around the pages. */
export const shell = {
  'nav.main': 'Main',
  'nav.skip': 'Skip to content',
  'nav.open': 'Open navigation',
  'nav.fold': 'Collapse or expand navigation',
  'nav.crumbs': 'Breadcrumbs',
  'nav.overview': 'Overview',
  'nav.devices': 'Devices',
  'nav.approvals': 'Approvals',
  'nav.jobs': 'Jobs',
  'nav.audit': 'Audit',
  'nav.settings': 'Settings',
  'nav.waiting': { one: '{count} waits for approval', other: '{count} wait for approval' },
  'nav.errors': { one: '{count} error open', other: '{count} errors open' },

  'time.now': 'now',
  'time.ago': '{span} ago',
  'time.ahead': 'in {span}',
  'time.days_ago': { one: '{count} day ago', other: '{count} days ago' },
  'time.days_ahead': { one: 'in {count} day', other: 'in {count} days' },
  'time.second': '{count} s',
  'time.minute': '{count} min',
  'time.hour': '{count} h',
  'time.day': { one: '{count} day', other: '{count} days' },

  'live.on': 'Live',
  'live.connecting': 'Connecting',
  'live.off': 'Not live',
  'live.stopped': 'Live updates stopped. You see data from {time}.',
  'live.age': '{age} ago',
  'live.reconnect': 'Reconnect',

  'theme.light': 'Light',
  'theme.dark': 'Dark',
  'theme.switch': 'Switch between light and dark',

  'account.label': 'Account: {name}',
  'account.language': 'Language',
  'account.sign_out': 'Sign out',
  'account.sign_out_offline': 'Signed out here, but the server could not be told.',

  'company.all': 'All companies',
  'company.one': 'One company',
  'company.label': 'Company: {name}',
  'company.choose': 'Choose a company',
  'company.find': 'Find a company',

  'gate.failed': 'The console could not reach the server.',
  'broken.title': 'This page did not open',
  'broken.what': 'The page stopped with an error, or the server was updated meanwhile.',
  'broken.reload': 'Reload the console',
  'missing.title': 'Not found',
  'missing.what': 'There is no page at this address',
  'missing.why': 'The link may be mistyped, or what it led to was deleted.',
  'missing.home': 'Go to the overview',
} as const satisfies Texts;
