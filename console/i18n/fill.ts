import type { Text } from './types.ts';

/** Cuts "Hello {name}." into "Hello ", {name}, "." so that a value may be text or an element. */
export type Piece = string | { name: string };

export function pieces(sentence: string): Piece[] {
  const parts = sentence.split(/\{(\w+)\}/);
  return parts.map((part, index) => (index % 2 ? { name: part } : part)).filter((part) => part !== '');
}

/** The sentence for this count in this language; without a plural form of its own, "other" serves. */
export function sentence(text: Text, locale: string, count: number | undefined): string {
  if (typeof text === 'string') return text;
  return text[rules(locale).select(count ?? 0)] ?? text.other;
}

const cache = new Map<string, Intl.PluralRules>();

function rules(locale: string): Intl.PluralRules {
  const found = cache.get(locale) ?? new Intl.PluralRules(locale);
  cache.set(locale, found);
  return found;
}

/** Fills the placeholders of a text; numbers are written as the locale writes them. */
export function fill(text: Text, locale: string, params: Readonly<Record<string, string | number>> = {}): string {
  const count = typeof params.count === 'number' ? params.count : undefined;
  return pieces(sentence(text, locale, count))
    .map((piece) => (typeof piece === 'string' ? piece : written(params[piece.name], locale)))
    .join('');
}

function written(value: string | number | undefined, locale: string): string {
  return typeof value === 'number' ? new Intl.NumberFormat(locale).format(value) : (value ?? '');
}
