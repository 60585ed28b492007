import { createSignal, type JSX } from 'solid-js';
import type { en } from './en.ts';
import { fill, pieces, sentence } from './fill.ts';
import type { ParamArgs, Params, Text } from './types.ts';

/**
 * All visible text. `t('devices.count', { count: 3 })` reads the dictionary of the chosen language; keys and
 * placeholders are checked by the compiler. Languages are loaded when chosen, so nobody downloads a second one.
 */
export type Dictionary = { readonly [K in keyof typeof en]: (typeof en)[K] extends string ? string : Text };
export type Key = keyof typeof en;
/** Keys of texts without placeholders, for tables of labels. */
export type Label = { [K in Key]: ParamArgs<(typeof en)[K]> extends [] ? K : never }[Key];
export type Language = keyof typeof languages;

export const languages = {
  en: { name: 'English', load: () => import('./en.ts').then((module): Dictionary => module.en) },
  de: { name: 'Deutsch', load: () => import('./de.ts').then((module): Dictionary => module.de) },
} as const;

const STORED = 'muster.language';
const [current, setCurrent] = createSignal<{ language: Language; texts: Dictionary } | undefined>();

/** The language in use; before chooseLanguage() has resolved for the first time there is none. */
export const language = (): Language => loaded().language;

/** The BCP 47 tag for Intl: the reader's own region where the browser names one (en-GB writes dates unlike en-US). */
export function locale(): string {
  const chosen = loaded().language;
  return navigator.languages.find((tag) => tag === chosen || tag.startsWith(`${chosen}-`)) ?? chosen;
}

/** A text in the reader's language. */
export function t<K extends Key>(key: K, ...args: ParamArgs<(typeof en)[K]>): string {
  return fill(loaded().texts[key], locale(), args[0]);
}

/** Whether there is a text of this name, for words that the server sends and that may be newer than this console. */
export function hasText(key: string): key is Key {
  return Object.hasOwn(loaded().texts, key);
}

/** Like t(), for sentences with elements in them: rich('setup.placed', { place: <b>Bergen</b> }). */
export function rich<K extends Key>(key: K, params: Params<(typeof en)[K], JSX.Element>): JSX.Element {
  const values: Record<string, JSX.Element> = params;
  const count = typeof values.count === 'number' ? values.count : undefined;
  return pieces(sentence(loaded().texts[key], locale(), count)).map((piece) =>
    typeof piece === 'string' ? piece : values[piece.name],
  );
}

/** Loads a language and shows it; `remember` keeps it as this browser's choice, which beats the account's. */
export async function chooseLanguage(chosen: Language, options: { remember?: boolean } = {}): Promise<void> {
  const texts = await languages[chosen].load();
  setCurrent({ language: chosen, texts });
  document.documentElement.lang = chosen;
  if (options.remember) localStorage.setItem(STORED, chosen);
}

/** This browser has no choice of its own any more: the account's counts, and then the browser's languages. */
export function forgetLanguage(): void {
  localStorage.removeItem(STORED);
}

/** This browser's choice, else the account's, else the first of the browser's languages that we speak, else English. */
export function preferredLanguage(account?: string | null): Language {
  const wishes = [localStorage.getItem(STORED), account, ...navigator.languages];
  const known = wishes.map((wish) => wish?.split('-')[0]).find((wish) => wish !== undefined && isLanguage(wish));
  return known !== undefined && isLanguage(known) ? known : 'en';
}

export function isLanguage(name: string): name is Language {
  return Object.hasOwn(languages, name);
}

function loaded() {
  const dictionary = current();
  if (!dictionary) throw new Error('a text was read before a language was loaded');
  return dictionary;
}
