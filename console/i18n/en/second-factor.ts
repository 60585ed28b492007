import type { Texts } from '../types.ts';

/** Two-step sign-in on the own page: authenticator app and recovery codes. */
export const secondFactor = {
  'second_factor.title': 'Two-step sign-in',
  'second_factor.on': 'On',
  'second_factor.off': 'Off',
  'second_factor.why':
    'Besides your password, sign-in then asks for a code that an app on your phone makes. Whoever learns your password gets no further.',
  'second_factor.sso': 'You sign in through single sign-on. Your provider asks for the second step.',
  'second_factor.set_up': 'Set up an authenticator app',
  'second_factor.codes_left': {
    one: '{count} recovery code left, for when the phone is not at hand.',
    other: '{count} recovery codes left, for when the phone is not at hand.',
  },
  'second_factor.few_left': {
    one: 'Only {count} recovery code is left. Make new ones before you need them.',
    other: 'Only {count} recovery codes are left. Make new ones before you need them.',
  },
  'second_factor.none_left': 'No recovery code is left. Make new ones, or a lost phone locks you out.',
  'second_factor.renew': 'New recovery codes',
  'second_factor.replace': 'Use another app',
  'second_factor.turn_off': 'Turn off',

  'second_factor.password': 'Your password',
  'second_factor.next': 'Continue',
  'second_factor.prove': 'First show that the account is yours.',
  'second_factor.prove_app': 'First show that the account is yours: with your password, and a code of the app in use.',
  'second_factor.code_now': 'Code of the app in use',
  'second_factor.setup_failed': 'The app was not set up.',
  'second_factor.scan':
    'Scan this with your authenticator app: Google or Microsoft Authenticator, 1Password, Aegis or any other.',
  'second_factor.scan_replaces': 'Your old app works until you confirm the new one.',
  'second_factor.qr': 'QR code with the secret for your authenticator app',
  'second_factor.cannot_scan': 'If you cannot scan it, type this secret into the app:',
  'second_factor.secret': 'Secret',
  'second_factor.on_this_device': 'Open it in an app on this device',
  'second_factor.new_code': 'Code of the app',
  'second_factor.new_code_hint': 'The six digits that it shows now.',
  'second_factor.confirm': 'Turn on',
  'second_factor.confirm_replace': 'Use this app',
  'second_factor.turned_on': 'Two-step sign-in is on',
  'second_factor.replaced': 'The new app is in use',

  'second_factor.codes': 'Recovery codes',
  'second_factor.codes_keep': 'Keep these where only you find them, and not on the phone.',
  'second_factor.codes_why': 'Each signs you in once when you do not have the app. They are not shown again.',
  'second_factor.codes_file': 'Recovery codes of {user} for {server}. Each works once.',
  'second_factor.codes_copy': 'Copy all',
  'second_factor.codes_download': 'Download',
  'second_factor.codes_done': 'I have kept them',
  'second_factor.codes_unkept': 'You have neither copied nor downloaded them, and nobody can show them again.',
  'second_factor.codes_leave': 'Close anyway',
  'second_factor.others': 'Your other sessions go on. You can end them under “Where you are signed in”.',

  'second_factor.renew_why': 'The codes that you have stop working.',
  'second_factor.renew_act': 'Make new codes',
  'second_factor.renew_failed': 'No new recovery codes were made.',
  'second_factor.renewed': 'New recovery codes',

  'second_factor.off_title': 'Turn off two-step sign-in?',
  'second_factor.off_why': 'Your password alone signs you in then. Your recovery codes and passkeys are removed.',
  'second_factor.off_code': 'Code of the app, or a recovery code',
  'second_factor.off_act': 'Turn off two-step sign-in',
  'second_factor.off_failed': 'Two-step sign-in is still on.',
  'second_factor.turned_off': 'Two-step sign-in is off',
} as const satisfies Texts;
