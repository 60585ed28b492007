import { changes } from './changes-de.ts';
import { notices } from './notices-de.ts';
import type { Words } from './words.ts';

export const de: Words = {
  locale: 'de-DE',
  footer: ({ instance, console }) => `Gesendet von Muster auf ${instance}, ${console}`,
  letters: {
    'account.password_reset': ({ username, url, expires_at }, { instance, time }) => ({
      subject: `Neues Passwort für ${instance} festlegen`,
      greeting: `Guten Tag ${username},`,
      paragraphs: [
        `für Ihr Konto auf ${instance} wurde ein neues Passwort angefordert. Wenn Sie das waren, legen Sie es über diesen Link fest:`,
      ],
      action: { label: 'Neues Passwort festlegen', url },
      notes: [
        `Der Link gilt einmal, bis ${time(expires_at)}.`,
        'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Ihr Passwort bleibt, wie es ist.',
      ],
    }),
    'account.email_confirmation': ({ username, url, expires_at }, { instance, time }) => ({
      subject: `E-Mail-Adresse für ${instance} bestätigen`,
      greeting: `Guten Tag ${username},`,
      paragraphs: [
        `diese Adresse wurde für Ihr Konto auf ${instance} eingetragen. Bestätigen Sie über diesen Link, dass sie Ihnen gehört:`,
      ],
      action: { label: 'Adresse bestätigen', url },
      notes: [
        `Der Link gilt einmal, bis ${time(expires_at)}.`,
        'Wenn Sie dort kein Konto haben, ignorieren Sie diese E-Mail. An eine unbestätigte Adresse wird nichts gesendet.',
      ],
    }),
    ...changes,
    ...notices,
    test: ({ transport }, { instance }) => ({
      subject: `Test-E-Mail von ${instance}`,
      greeting: 'Guten Tag,',
      paragraphs: [
        transport === 'account'
          ? `diese E-Mail zeigt, dass ${instance} E-Mails zu Konten senden kann: Links für neue Passwörter und zum Bestätigen von Adressen.`
          : `diese E-Mail zeigt, dass ${instance} Warnungen über den in der Konsole eingetragenen Mailserver senden kann.`,
      ],
      notes: ['Sie müssen nichts tun.'],
    }),
  },
};
