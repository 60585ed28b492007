import type { Texts } from '../types.ts';

/** The two servers that mail leaves by. */
export const mail = {
  'settings.mail': 'Mail',
  'mail.failed': 'The mail settings did not load.',
  'mail.on': 'On',
  'mail.off': 'Off',
  'mail.not_set': 'Not set up',

  'mail.accounts': 'Mail about accounts',
  'mail.accounts_why':
    'Links for new passwords and for confirming addresses, and word of changes at an account, leave by this server.',
  'mail.accounts_none':
    'Without a server nobody gets a link for a new password, and addresses cannot be confirmed. An administrator has to set passwords.',
  'mail.accounts_where':
    'Set with RMM_SMTP_URL and RMM_SMTP_FROM where the server is started, so that nobody redirects these links from here.',
  'mail.server': 'Server',
  'mail.sign_in': 'Sign-in',
  'mail.sign_in_yes': 'With user name and password',
  'mail.sign_in_no': 'None',

  'mail.alerts': 'Alert mail',
  'mail.alerts_why':
    'Alerts leave by a server of their own, and never by the one for accounts. Without one no alert is mailed.',
  'mail.host': 'Server',
  'mail.host_missing': 'Name the server.',
  'mail.address_refused':
    '{why} The server takes only public addresses, unless it is started with RMM_SMTP_ALERTS_ALLOW_PRIVATE=true.',
  'mail.not_found': 'No address can be found for this name.',
  'mail.port': 'Port',
  'mail.port_wrong': '1 to 65535.',
  'mail.security': 'Encryption',
  'mail.security_starttls': 'STARTTLS',
  'mail.security_tls': 'TLS from the first byte',
  'mail.security_none': 'None',
  'mail.plain': 'User name, password and alerts cross the network readable for everybody on the way.',
  'mail.username': 'User name',
  'mail.password': 'Password',
  'mail.password_kept': 'Stored. Leave it empty to keep it.',
  'mail.password_again': 'Enter it again: the server or the sign-in has changed.',
  'mail.sender': 'Sender',
  'mail.sender_hint': 'alerts@example.com, or Muster <alerts@example.com>.',
  'mail.enabled': 'Mail alerts',
  'mail.enabled_why': 'Off keeps the server and sends nothing.',
  'mail.save': 'Save',
  'mail.saved': 'The server for alerts is saved',
  'mail.save_failed': 'The server for alerts was not saved.',
  'mail.forget': 'Remove server',
  'mail.forget_title': 'Remove the server for alerts?',
  'mail.forget_why': 'No alert is mailed any more. {host} and its sign-in are forgotten.',
  'mail.forgotten': 'The server for alerts is removed',

  'mail.test': 'Send test',
  'mail.test_why': 'Goes to your own address.',
  'mail.save_first': 'Save first, then test.',
  'mail.test_sent': 'The server took the mail to {address}. Look whether it arrives.',
  'mail.test_failed': 'The test was not sent.',
  'mail.no_address': 'Your account has no mail address. “My account” says how it gets one.',
  'mail.none_to_test': 'No server is set.',
} as const satisfies Texts;
