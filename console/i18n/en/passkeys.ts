import type { Texts } from '../types.ts';

/** Passkeys: in the account, and at sign-in. */
export const passkeys = {
  'passkeys.title': 'Passkeys',
  'passkeys.load_failed': 'Your passkeys did not load.',
  'passkeys.none': 'No passkeys',
  'passkeys.why':
    'Confirm your sign-in with this device, a phone or a security key instead of typing a code. Your password stays the first step.',
  'passkeys.needs_codes':
    'Turn on two-step sign-in with an authenticator app first. Its codes are the way in when a passkey is lost.',
  'passkeys.ip_address':
    'This console is set up at {origin}. Browsers make passkeys for names, never for addresses. Open it under a name and set RMM_CONSOLE_URL to it; for a trial on this machine {local} will do.',
  'passkeys.no_https':
    'This console is set up at {origin}. Browsers make passkeys over https only. Serve it over https and set RMM_CONSOLE_URL to that address.',
  'passkeys.sso_linked': 'You sign in over single sign-on, which has its own second step. Passkeys are managed there.',
  'passkeys.elsewhere': 'Passkeys belong to {origin}. Open the console there to add one.',
  'passkeys.unsupported': 'This browser has no passkeys.',
  'passkeys.add': 'Add a passkey',
  'passkeys.add_why': 'Your browser comes next: it asks for a fingerprint, a PIN or a security key.',
  'passkeys.name': 'Name',
  'passkeys.name_hint': 'To tell it from others: which device, which key.',
  'passkeys.password': 'Your password',
  'passkeys.go_on': 'Continue',
  'passkeys.added': '{name} is added',
  'passkeys.add_failed': 'The passkey was not added.',
  'passkeys.since': 'Added {time}',
  'passkeys.used': 'Last used {time}',
  'passkeys.unused': 'Never used',
  'passkeys.synced': 'Synced',
  'passkeys.synced_why': 'Its provider keeps it on your other devices too.',
  'passkeys.other_name': 'Only for {name}',
  'passkeys.other_name_why': 'It was made when the console had this name, and does not work under another one.',
  'passkeys.rename': 'Rename',
  'passkeys.rename_of': 'Rename {name}',
  'passkeys.renamed': 'The passkey is now called {name}',
  'passkeys.rename_failed': 'The passkey was not renamed.',
  'passkeys.remove': 'Remove',
  'passkeys.remove_of': 'Remove {name}',
  'passkeys.remove_title': 'Remove the passkey {name}?',
  'passkeys.remove_why':
    'It no longer confirms a sign-in. Your codes go on working. The device or key itself may still list it; remove it there as well.',
  'passkeys.removed': '{name} is removed',
  'passkeys.remove_failed': 'The passkey was not removed.',
  'passkeys.browser_known': 'This device or key holds a passkey of your account already.',
  'passkeys.browser_cancelled': 'The browser gave none: it was cancelled, or took too long. Try again.',
  'passkeys.browser_failed': 'This browser could not do it. Another browser or another key may.',

  'refused.passkey_exists': 'It has been added before.',
  'refused.passkey_not_verified': 'What the browser sent could not be verified. Try again, or take another browser.',
  'refused.challenge_not_found': 'It took longer than five minutes. Begin again.',
  'refused.too_many_passkeys': 'An account has twenty at most. Remove one first.',

  'sign_in.second_title': 'Confirm that it is you',
  'sign_in.second_hint': 'With a passkey, or with a code.',
  'sign_in.passkey': 'Use a passkey',
  'sign_in.or': 'or',
  'sign_in.passkey_failed': 'The passkey was not used.',
  'sign_in.wrong_passkey': 'This passkey was not accepted. Try again, or enter a code.',
} as const satisfies Texts;
