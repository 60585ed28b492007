import type { RequestHeaders } from '../../../runtime/endpoint.ts';
import { de } from './texts/de.ts';
import { en, type Texts } from './texts/en.ts';

const languages = { en, de } satisfies Record<string, Texts>;
export type Language = keyof typeof languages;

/** The language of a page, and its words. */
export interface Words {
  lang: Language;
  t: Texts;
}

const isLanguage = (name: string): name is Language => Object.hasOwn(languages, name);

/** What the browser prefers of those that there are (RFC 9110, 12.5.4); English if none. */
export function wordsFor({ 'accept-language': header = '' }: RequestHeaders): Words {
  const wanted = header
    .slice(0, 500)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.trim().toLowerCase().split(';');
      const quality = parameters.map((one) => /^\s*q=([0-9.]+)\s*$/.exec(one)?.[1]).find((one) => one !== undefined);
      return { name: tag.split('-')[0] ?? '', quality: Number(quality ?? 1) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ name }) => (name === '*' ? 'en' : name))
    .find(isLanguage);
  const lang = wanted ?? 'en';
  return { lang, t: languages[lang] };
}
