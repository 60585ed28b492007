/** Where a sign-in may lead: the server and the console ask the same function (ATTACKS.md 10). */

/** Longer ones are nobody's bookmark. */
const LENGTH_MAX = 2000;
const BASE = 'https://console.invalid';

/**
 * A path of the console with its query and fragment, or `/` for everything else: who signs in gets in, and an address that
 * leads elsewhere is of no use to anybody. Browsers drop tabs and line breaks and take `\` for `/`, so that these, also
 * percent-encoded, would make a path the address of another host (WHATWG URL, 4.4).
 */
export function consolePath(text: string | undefined): string {
  if (text === undefined || text.length > LENGTH_MAX || !text.startsWith('/')) return '/';
  const path = text.split(/[?#]/, 1)[0] ?? '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u0020\u007f\\]/.test(text) || /%(?:2f|5c|[01][\da-f]|7f)/i.test(path)) return '/';
  const url = URL.parse(text, BASE);
  if (url?.origin !== BASE || url.pathname.startsWith('//')) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}
