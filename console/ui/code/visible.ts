/**
 * Text in which nothing hides. Characters that print nothing, turn the reading direction or pass for a space are cut
 * out, so that the view draws them: CVE-2021-42574 showed what a script can hide from a reviewer behind U+202E.
 */
export type VisiblePiece = { text: string } | { hidden: string };

// Controls, formats (bidi, zero width, tags), lone surrogates, private use and line separators by category; then what
// prints blank in other categories: fillers, variation selectors (not U+FE0F, which emoji need), and odd spaces.
const HIDING =
  /\p{Cc}|\p{Cf}|\p{Cs}|\p{Co}|\p{Zl}|\p{Zp}|\u034f|[\u115f\u1160\u3164\uffa0]|[\u17b4\u17b5]|[\u180b-\u180d\u180f]|[\ufe00-\ufe0e]|[\u{e0100}-\u{e01ef}]|[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/u;

/** Cuts a line into plain text and hidden characters, named like U+202E. Tabs stay tabs. */
export function visiblePieces(line: string): VisiblePiece[] {
  if (!HIDING.test(line)) return line === '' ? [] : [{ text: line }];
  const pieces: VisiblePiece[] = [];
  let plain = '';
  for (const character of line) {
    if (character === '\t' || !HIDING.test(character)) {
      plain += character;
      continue;
    }
    if (plain !== '') pieces.push({ text: plain });
    plain = '';
    pieces.push({ hidden: codePointName(character) });
  }
  if (plain !== '') pieces.push({ text: plain });
  return pieces;
}

/** The same as one string, for titles, table cells and messages: a hidden character is written as [U+202E]. */
export function shownText(line: string): string {
  return HIDING.test(line)
    ? visiblePieces(line)
        .map((piece) => ('text' in piece ? piece.text : `[${piece.hidden}]`))
        .join('')
    : line;
}

function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** An output of several lines: their breaks are ordinary, whatever else hides is named. */
export const visibleLines = (text: string): VisiblePiece[] =>
  linesOf(text).flatMap((line, index) => [...(index > 0 ? [{ text: '\n' }] : []), ...visiblePieces(line)]);

/** The same in one line, for tables and cards; lines that say nothing are left out. */
export const joinedLines = (text: string): string =>
  linesOf(text)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' · ');

/** The same as one string of several lines, for titles. */
export const shownLines = (text: string): string => linesOf(text).map(shownText).join('\n');

/**
 * Lines as a reviewer counts them. Line ends that are CRLF throughout are just line ends; a lone CR is drawn, because
 * a terminal would overwrite with what follows it.
 */
export function linesOf(text: string): string[] {
  const lines = text.split('\n');
  const crlf = lines.slice(0, -1).every((line) => line.endsWith('\r')) && lines.length > 1;
  const ended = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
  return crlf ? ended.map((line) => line.replace(/\r$/, '')) : ended;
}
