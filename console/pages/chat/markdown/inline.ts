/**
 * The words within a paragraph of markdown. What an AI writes is data: there is no HTML, no image is ever loaded, and a link
 * leads to http or https only and shows where. Every pattern is bounded, so that no text makes the page think for long.
 */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'break' }
  | { kind: 'strong' | 'em' | 'del'; parts: Inline[] }
  /** `target` is what the browser would open, written out; `label` is empty where it says the same. */
  | { kind: 'link'; target: string; label: string };

/** Marks within marks; deeper ones stay the characters they are. */
const DEPTH = 6;

/** A paragraph longer than this is shown as it was written. */
const MARKED_MAX = 10_000;

const ESCAPE = /\\([!-/:-@[-`{-~])/y;
const CODE = /(`+)(?!`)([\s\S]{1,5000}?)(?<!`)\1(?!`)/y;
const STRONG = /(\*\*|__)(?=\S)([\s\S]{1,500}?)(?<=\S)\1(?!\*)/y;
const EM = /(?:\*(?=[^\s*])([^*]{1,1000})(?<=[^\s*])\*(?!\*)|_(?=[^\s_])([^_]{1,1000})(?<=[^\s_])_(?![\p{L}\p{N}_]))/uy;
const DEL = /~~(?=\S)([^~]{1,1000})(?<=\S)~~/y;
/** A link or an image, whose picture is only named. */
const LINK = /!?\[([^[\]]{0,500})\]\(\s*<?((?:[^\s()<>]|\([^\s()<>]{0,200}\)){1,2000})>?(?:\s+"[^"]{0,300}")?\s*\)/y;
const BARE = /<?(https?:\/\/[^\s<>"'`\\]{1,2000})>?/iy;

/** @param depth how many marks it stands in already */
export function parseInline(text: string, depth = 0): Inline[] {
  if (text.length > MARKED_MAX) return [{ kind: 'text', text }];
  const found: Inline[] = [];
  let plain = '';
  const flush = () => {
    if (plain !== '') found.push({ kind: 'text', text: plain });
    plain = '';
  };
  for (let at = 0; at < text.length; ) {
    const next = markAt(text, at, depth);
    if (next === undefined) {
      const end = nextMark(text, at + 1);
      plain += text.slice(at, end);
      at = end;
      continue;
    }
    if (next.inline.kind === 'text') plain += next.inline.text;
    else {
      flush();
      found.push(next.inline);
    }
    at = next.end;
  }
  flush();
  return found;
}

type Found = { inline: Inline; end: number };

const MARKS = /[\\`*_~[!<\nhH]/g;

/** Where the next character stands that can begin something. */
function nextMark(text: string, from: number): number {
  MARKS.lastIndex = from;
  return MARKS.exec(text)?.index ?? text.length;
}

function markAt(text: string, at: number, depth: number): Found | undefined {
  switch (text[at]) {
    case '\n':
      return { inline: { kind: 'break' }, end: at + 1 };
    case '\\':
      return match(ESCAPE, text, at, ([, escaped = '']) => ({ kind: 'text', text: escaped }));
    case '`':
      return codeAt(text, at);
    case '*':
    case '_':
      return emphasisAt(text, at, depth);
    case '~':
      return nested(DEL, 'del', text, at, depth);
    case '[':
    case '!':
      return linkAt(text, at);
    default:
      return bareLinkAt(text, at);
  }
}

function codeAt(text: string, at: number): Found | undefined {
  const found = match(CODE, text, at, ([, , code = '']) => ({ kind: 'code', text: unpadded(code) }));
  if (found) return found;
  // The whole run is text: its shorter ends begin nothing either.
  const end = at + (/^`+/.exec(text.slice(at, at + 1000))?.[0].length ?? 1);
  return { inline: { kind: 'text', text: text.slice(at, end) }, end };
}

/** `` ` `` is written with a space on each side. */
function unpadded(code: string): string {
  const line = code.replaceAll('\n', ' ');
  return /^ .* $/.test(line) && line.trim() !== '' ? line.slice(1, -1) : line;
}

function emphasisAt(text: string, at: number, depth: number): Found | undefined {
  // Within a word an underscore is part of a name: list_devices.
  if (text[at] === '_' && /[\p{L}\p{N}_]/u.test(text[at - 1] ?? '')) return undefined;
  return nested(STRONG, 'strong', text, at, depth) ?? nested(EM, 'em', text, at, depth);
}

function nested(
  pattern: RegExp,
  kind: 'strong' | 'em' | 'del',
  text: string,
  at: number,
  depth: number,
): Found | undefined {
  if (depth >= DEPTH) return undefined;
  return match(pattern, text, at, (groups) => {
    const inner = (pattern === STRONG ? groups[2] : (groups[1] ?? groups[2])) ?? '';
    return { kind, parts: parseInline(inner, depth + 1) };
  });
}

function linkAt(text: string, at: number): Found | undefined {
  return match(LINK, text, at, ([whole = '', label = '', address = '']) => {
    const target = safeTarget(address);
    // What leads nowhere safe stays what was written, so that the reader sees it.
    if (target === undefined) return { kind: 'text', text: whole };
    return { kind: 'link', target, label: sameAs(label, target) ? '' : label };
  });
}

function bareLinkAt(text: string, at: number): Found | undefined {
  if (/[\p{L}\p{N}_]/u.test(text[at - 1] ?? '')) return undefined;
  BARE.lastIndex = at;
  const [whole = '', address = ''] = BARE.exec(text) ?? [];
  if (whole === '') return undefined;
  const bracketed = whole.startsWith('<') && whole.endsWith('>');
  if (whole.startsWith('<') && !bracketed) return undefined;
  const kept = bracketed ? address : withoutPunctuation(address);
  const target = safeTarget(kept);
  const end = at + (bracketed ? whole.length : kept.length);
  return target === undefined ? undefined : { inline: { kind: 'link', target, label: '' }, end };
}

/** The stop of a sentence and a bracket around the address are not part of it. */
function withoutPunctuation(address: string): string {
  const kept = address.replace(/[.,;:!?*_~\]]{1,100}$/, '');
  return kept.endsWith(')') && !kept.includes('(') ? withoutPunctuation(kept.slice(0, -1)) : kept;
}

/** The address as the browser would open it; undefined for other schemes, and where a name before @ would pass for the host. */
export function safeTarget(address: string): string | undefined {
  const url = /^https?:\/\//i.test(address) ? URL.parse(address) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  return url.username === '' && url.password === '' ? url.href : undefined;
}

/** Whether a label already shows the whole target. */
function sameAs(label: string, target: string): boolean {
  const said = label.trim();
  return said === '' || said === target || `${said}/` === target;
}

function match(
  pattern: RegExp,
  text: string,
  at: number,
  make: (groups: readonly (string | undefined)[]) => Inline,
): Found | undefined {
  pattern.lastIndex = at;
  const groups = pattern.exec(text);
  return groups ? { inline: make([...groups]), end: at + groups[0].length } : undefined;
}
