import type { NotificationEvent } from '../../../schema/notifications.ts';
import { listOf, pathOf } from '../../notifications/links.ts';
import type { Happening } from '../content.ts';
import { inert } from './foreign.ts';
import type { NoticeLetters, Setting } from './words.ts';

/** One event in one language. What it gets is made inert already. */
export interface EventWords {
  /** One line: the subject of its mail, and its line in a digest. */
  line: (said: Said) => string;
  /** Of a digest. */
  many: (count: number) => string;
  /** The page that it leads to. */
  open: string;
}

/** What happened, in the reader's words. */
export interface Said {
  /** The device's name; empty for none. */
  host: string;
  /** A detail as inert text; empty where there is none. */
  of: (key: string, max?: number) => string;
  /** A detail that is a number; undefined where there is none. */
  count: (key: string) => number | undefined;
}

export interface NoticeWords {
  hello: (username: string) => string;
  events: Record<NotificationEvent, EventWords>;
  /** What more there is to say of one, as sentences. */
  facts: (event: NotificationEvent, said: Said, setting: Setting) => string[];
  happened: (time: string) => string;
  since: (time: string) => string;
  more: (count: number) => string;
  openAll: string;
  why: string;
}

/** The letters of a language from its words. */
export const lettersOf = (words: NoticeWords): NoticeLetters => ({
  notice: ({ event, username, happened_at, ...happening }, setting) => {
    const said = saying(happening);
    return {
      subject: `${words.events[event].line(said)} – ${setting.instance}`,
      greeting: words.hello(username),
      paragraphs: [
        words.events[event].line(said),
        ...words.facts(event, said, setting),
        words.happened(setting.time(happened_at)),
      ],
      action: { label: words.events[event].open, url: setting.console + pathOf(happening.subject) },
      notes: [words.why],
    };
  },
  digest: ({ event, username, since, lines, more }, setting) => ({
    subject: `${words.events[event].many(lines.length + more)} – ${setting.instance}`,
    greeting: words.hello(username),
    paragraphs: [
      `${words.events[event].many(lines.length + more)}. ${words.since(setting.time(since))}`,
      ...lines.map((one) => words.events[event].line(saying(one))),
      ...(more > 0 ? [words.more(more)] : []),
    ],
    action: { label: words.openAll, url: setting.console + listOf(event) },
    notes: [words.why],
  }),
});

/** What checks and programs said, in lines; in names a line break is nothing but a space. */
const outputs = new Set(['message', 'error']);

const inOneLine = (output: unknown): string =>
  String(output ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' · ');

function saying({ hostname, details }: Pick<Happening, 'hostname' | 'details'>): Said {
  const value = (key: string) => (Object.hasOwn(details, key) ? details[key] : null);
  return {
    host: inert(hostname, 100),
    of: (key, max = 120) => inert(outputs.has(key) ? inOneLine(value(key)) : value(key), max),
    count: (key) => {
      const found = value(key);
      return typeof found === 'number' ? found : undefined;
    },
  };
}
