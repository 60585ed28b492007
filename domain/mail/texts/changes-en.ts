import type { PasswordChange, SecondFactorChange } from '../content.ts';
import type { ChangeLetters } from './words.ts';

const YOURS = 'If this was you, there is nothing to do.';

/** `more` follows as a sentence of its own. */
const secondFactor: Record<SecondFactorChange, { said: string; more?: string }> = {
  app_added: { said: 'Two-step sign-in was turned on' },
  app_replaced: { said: 'Another authenticator app was set up' },
  turned_off: { said: 'Two-step sign-in was turned off', more: 'Passkeys were removed with it.' },
  reset: {
    said: 'Two-step sign-in was reset by an administrator',
    more: 'Authenticator app, recovery codes and passkeys were removed.',
  },
  passkey_added: { said: 'A passkey was added' },
  passkey_removed: { said: 'A passkey was removed' },
  recovery_codes_renewed: { said: 'New recovery codes were made', more: 'The old ones no longer work.' },
};

/** What is said of a new password, and what to do if it was somebody else. */
const password: Record<PasswordChange, { said: (time: string) => string; notes: string[] }> = {
  by_owner: {
    said: (time) => `was changed on ${time}`,
    notes: [
      YOURS,
      'If it was not you, somebody else knows your password: ask for a new one on the sign-in page at once, and tell an administrator.',
    ],
  },
  by_link: {
    said: (time) => `was changed on ${time}, with a link that was mailed to you`,
    notes: [
      YOURS,
      'If it was not you, somebody else reads your mail: secure your mailbox first, then ask for a new password on the sign-in page, and tell an administrator.',
    ],
  },
  by_administrator: {
    said: (time) => `was set by an administrator on ${time}`,
    notes: [
      'If you asked for this, replace it after you have signed in, so that you alone know it.',
      'If this was not agreed with you, ask for a new password on the sign-in page, and tell another administrator at once.',
    ],
  },
};

export const changes: ChangeLetters = {
  'account.password_changed': ({ username, at, change }, { instance, time }) => ({
    subject: `Your password for ${instance} was changed`,
    greeting: `Hello ${username},`,
    paragraphs: [`The password of your account on ${instance} ${password[change].said(time(at))}.`],
    notes: password[change].notes,
  }),
  'account.email_changed': ({ username, at, to }, { instance, time }) => ({
    subject: `Your address for ${instance} was ${to ? 'changed' : 'removed'}`,
    greeting: `Hello ${username},`,
    paragraphs: [
      to
        ? `An administrator changed the mail address of your account on ${instance} on ${time(at)}. The new one is ${to}.`
        : `An administrator removed the mail address of your account on ${instance} on ${time(at)}.`,
    ],
    notes: [
      'Mail about the account no longer comes here.',
      to
        ? 'If this was not agreed with you, tell an administrator at once: whoever reads mail at the new address can set your password.'
        : 'If this was not agreed with you, tell an administrator.',
    ],
  }),
  'account.second_factor_changed': ({ username, at, change }, { instance, time }) => ({
    subject: `${secondFactor[change].said} for ${instance}`,
    greeting: `Hello ${username},`,
    paragraphs: [
      `${secondFactor[change].said} for your account on ${instance} on ${time(at)}.`,
      ...(secondFactor[change].more ? [secondFactor[change].more] : []),
    ],
    notes: [
      change === 'reset' ? 'If you asked for this, set two-step sign-in up again.' : YOURS,
      change === 'reset'
        ? 'If this was not agreed with you, change your password and tell an administrator at once.'
        : 'If it was not you, somebody else is in your account: change your password at once, which ends all other sessions, and tell an administrator.',
    ],
  }),
  'account.sso_changed': ({ username, at, change }, { instance, time }) => ({
    subject:
      change === 'linked'
        ? `Single sign-on was set up for your account on ${instance}`
        : `Single sign-on was removed from your account on ${instance}`,
    greeting: `Hello ${username},`,
    paragraphs: [
      change === 'linked'
        ? `Your account on ${instance} was linked to single sign-on on ${time(at)}, by somebody who signed in there with your address.`
        : `An administrator took the link between your account on ${instance} and single sign-on away on ${time(at)}. If you have no password, ask for one on the sign-in page.`,
    ],
    notes:
      change === 'linked'
        ? [YOURS, 'If it was not you, tell an administrator at once.']
        : ['If this was not agreed with you, tell an administrator at once.'],
  }),
};
