import { changes } from './changes-en.ts';
import { notices } from './notices-en.ts';
import type { Words } from './words.ts';

export const en: Words = {
  locale: 'en-GB',
  footer: ({ instance, console }) => `Sent by Muster on ${instance}, ${console}`,
  letters: {
    'account.password_reset': ({ username, url, expires_at }, { instance, time }) => ({
      subject: `Set a new password for ${instance}`,
      greeting: `Hello ${username},`,
      paragraphs: [
        `Somebody asked for a new password for your account on ${instance}. If that was you, set it with this link:`,
      ],
      action: { label: 'Set a new password', url },
      notes: [
        `The link works once, until ${time(expires_at)}.`,
        'If it was not you, ignore this mail. Your password stays as it is.',
      ],
    }),
    'account.email_confirmation': ({ username, url, expires_at }, { instance, time }) => ({
      subject: `Confirm your address for ${instance}`,
      greeting: `Hello ${username},`,
      paragraphs: [
        `This address was entered for your account on ${instance}. Confirm with this link that it is yours:`,
      ],
      action: { label: 'Confirm the address', url },
      notes: [
        `The link works once, until ${time(expires_at)}.`,
        'If you have no account there, ignore this mail. Nothing will be sent to an address that is not confirmed.',
      ],
    }),
    ...changes,
    ...notices,
    test: ({ transport }, { instance }) => ({
      subject: `Test mail from ${instance}`,
      greeting: 'Hello,',
      paragraphs: [
        transport === 'account'
          ? `this mail shows that ${instance} can send mail about accounts: links for new passwords and for confirming addresses.`
          : `this mail shows that ${instance} can send alerts through the relay set in the console.`,
      ],
      notes: ['There is nothing to do.'],
    }),
  },
};
