/** Markup whose values were escaped: the only thing that a page is made of. */
export interface Html {
  readonly html: string;
}

type Value = string | number | Html | readonly Html[] | undefined | false;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as it stands between tags and within quoted attributes. */
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

function written(value: Value): string {
  if (value === undefined || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value));
  return 'html' in value ? value.html : value.map((part) => part.html).join('');
}

/** Whatever is put in is text, unless it was made by this function: nobody has to remember to escape (ATTACKS.md 19). */
export const html = (strings: TemplateStringsArray, ...values: Value[]): Html => ({
  html: strings.map((part, index) => part + written(values[index])).join(''),
});

/** A sentence with markup in its places, e.g. `{app} wants to connect`. */
export const rich = (sentence: string, parts: Record<string, Html | string>): Html => ({
  html: sentence
    .split(/(\{[a-z]+\})/)
    .map((part) => written(/^\{[a-z]+\}$/.test(part) ? (parts[part.slice(1, -1)] ?? part) : part))
    .join(''),
});

/** Longer names say nothing more, and push what matters out of sight. */
const SHOWN = 100;

/**
 * What an application says of itself, as text: what would be invisible, or turn the words around it, is shown as a box
 * (Unicode categories Cc, Cf, Co, Cn, Cs, Zl, Zp), and it keeps its own direction.
 */
export const foreign = (text: string): Html => html`<bdi>${plain(text)}</bdi>`;

export function plain(text: string): string {
  const letters = [...text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu, '\u{fffd}').trim()];
  return letters.length > SHOWN ? `${letters.slice(0, SHOWN).join('')}…` : letters.join('');
}
