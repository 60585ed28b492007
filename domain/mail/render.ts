import type { Settings } from '../context.ts';
import type { MailContent } from './content.ts';
import { type Letter, typeset } from './letter.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';
import type { Setting, Words } from './texts/words.ts';
import type { MailMessage } from './transport.ts';

const languages: Record<string, Words> = { en, de };

/**
 * A mail in the reader's language, as text and as HTML.
 * @param language of the account; English for one that has chosen none
 */
export function render(
  content: MailContent,
  language: string | null,
  { instanceName, consoleUrl }: Pick<Settings, 'instanceName' | 'consoleUrl'>,
): Omit<MailMessage, 'to' | 'id'> {
  const chosen = language !== null && Object.hasOwn(languages, language) ? language : 'en';
  const words = languages[chosen] ?? en;
  const setting: Setting = { instance: instanceName, console: consoleUrl, time: timeIn(words.locale) };
  return typeset({ ...write(words, content, setting), footer: words.footer(setting) }, chosen);
}

function write({ letters }: Words, content: MailContent, setting: Setting): Omit<Letter, 'footer'> {
  switch (content.kind) {
    case 'account.password_reset':
      return letters[content.kind](content, setting);
    case 'account.email_confirmation':
      return letters[content.kind](content, setting);
    case 'account.password_changed':
      return letters[content.kind](content, setting);
    case 'account.email_changed':
      return letters[content.kind](content, setting);
    case 'account.second_factor_changed':
      return letters[content.kind](content, setting);
    case 'account.sso_changed':
      return letters[content.kind](content, setting);
    case 'notice':
      return letters[content.kind](content, setting);
    case 'digest':
      return letters[content.kind](content, setting);
    case 'test':
      return letters[content.kind](content, setting);
  }
}

/** In UTC, which the words say: nobody knows where a mail is read. */
const timeIn = (locale: string) => {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return (at: string) => `${format.format(new Date(at))} UTC`;
};
