/**
 * Text of devices, scripts and applications on its way into a mail: one line without control, invisible or direction-turning
 * characters, cut, and with addresses broken so that no reader's program makes links of them: the only link of a mail
 * leads to the console.
 */
export function inert(value: unknown, max = 300): string {
  const line = String(value ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .trim();
  const cut = [...line].length > max ? `${[...line].slice(0, max - 1).join('')}…` : line;
  return cut
    .replace(/(\w):(?=\/\/)/g, `$1:${JOINER}`)
    .replace(/\b(www|mailto|javascript|data)([.:])/gi, `$1${JOINER}$2`);
}

/** Takes no room and allows no break, and ends what a program takes for an address. */
const JOINER = '\u2060';

/** A number with at most two places, in the reader's way of writing it. */
export const number = (locale: string, value: unknown): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(Number(value));
