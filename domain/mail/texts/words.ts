import type { MailContent } from '../content.ts';
import type { Letter } from '../letter.ts';

export type MailKind = MailContent['kind'];
export type ContentOf<K extends MailKind> = Extract<MailContent, { kind: K }>;

/** What every letter knows of its sender, with times ready to be read. */
export interface Setting {
  instance: string;
  /** Where the console is. */
  console: string;
  /** A time in words. */
  time: (at: string) => string;
}

type LettersOf<Kind extends MailKind> = {
  [K in Kind]: (content: ContentOf<K>, setting: Setting) => Omit<Letter, 'footer'>;
};

/** What tells of events that somebody asked to hear of. */
export type NoticeLetters = LettersOf<'notice' | 'digest'>;

/** What tells of a change at the reader's account; nothing in it is to be pressed. */
export type ChangeLetters = LettersOf<Extract<MailContent, { at: string }>['kind']>;

/** One language: a letter for every kind of mail. */
export interface Words {
  locale: string;
  footer: (setting: Setting) => string;
  letters: LettersOf<MailKind>;
}
