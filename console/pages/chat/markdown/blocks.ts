/** Markdown cut into its blocks, as far as answers of an AI use it. What is none of these is a paragraph of text. */
export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'list'; ordered: boolean; start: number; items: Block[][] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'table'; head: string[]; rows: string[][] }
  | { kind: 'rule' };

/** Lists and quotes within one another; deeper ones are text. */
const DEPTH = 8;

const FENCE = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})(.*)$/;
const HEADING = /^ {0,3}(#{1,6})(?=[ \t]|$)(.*)$/;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const ITEM = /^( {0,3})([-*+]|(\d{1,9})[.)])(?:[ \t]+(.*))?$/;
const QUOTE = /^ {0,3}> ?(.*)$/;
const DIVIDER = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/;
/** A longer line is words of a paragraph. */
const MAX_LINE = 5000;
/** A table with more columns is none: short rows are filled up, and a page of text would come to millions of cells. */
const MAX_COLUMNS = 50;
/** Of one table; rows behind them are text. */
const MAX_CELLS = 10_000;

/** @param depth how many lists and quotes it stands in */
export function parseBlocks(text: string, depth = 0): Block[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  const flush = () => {
    const words = paragraph.join('\n').trim();
    if (words !== '') blocks.push({ kind: 'paragraph', text: words });
    paragraph = [];
  };
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    const found = line.length > MAX_LINE ? undefined : blockAt(lines, at, depth, paragraph.length > 0);
    if (found) {
      flush();
      blocks.push(found.block);
      at = found.end;
      continue;
    }
    if (line.trim() === '') flush();
    else paragraph.push(line.replace(/^[ \t]+/, ''));
    at += 1;
  }
  flush();
  return blocks;
}

type Found = { block: Block; end: number };

function blockAt(lines: readonly string[], at: number, depth: number, inParagraph: boolean): Found | undefined {
  const line = lines[at] ?? '';
  const fence = FENCE.exec(line);
  if (fence) return codeAt(lines, at, fence);
  const [, marks, title] = HEADING.exec(line) ?? [];
  if (marks) return { block: { kind: 'heading', level: marks.length, text: untailed(title) }, end: at + 1 };
  if (RULE.test(line)) return { block: { kind: 'rule' }, end: at + 1 };
  if (depth < DEPTH) {
    if (QUOTE.test(line)) return quoteAt(lines, at, depth);
    const item = ITEM.exec(line);
    // In a paragraph "2020. It was" is no list, and an empty item is none either.
    if (item && !(inParagraph && ((item[3] ?? '1') !== '1' || !item[4]))) return listAt(lines, at, depth);
  }
  return tableAt(lines, at);
}

/** A heading may end in as many # as it likes. */
const untailed = (title = ''): string =>
  title
    .trim()
    .replace(/(^|[ \t])#+$/, '')
    .trimEnd();

/** Up to the fence that closes it; an answer that is still being written may not have one. */
function codeAt(lines: readonly string[], at: number, [, indent = '', fence = '', info = '']: RegExpExecArray): Found {
  const closes = new RegExp(`^ {0,3}${fence[0]}{${fence.length},}[ \\t]*$`);
  const taken: string[] = [];
  let end = at + 1;
  for (; end < lines.length && !closes.test(lines[end] ?? ''); end += 1)
    taken.push((lines[end] ?? '').replace(new RegExp(`^ {0,${indent.length}}`), ''));
  const language = info.trim().split(/\s+/)[0] ?? '';
  return { block: { kind: 'code', language, text: taken.join('\n') }, end: Math.min(end + 1, lines.length) };
}

function quoteAt(lines: readonly string[], at: number, depth: number): Found {
  const taken: string[] = [];
  let end = at;
  for (; end < lines.length; end += 1) {
    const [, inner] = QUOTE.exec(lines[end] ?? '') ?? [];
    if (inner === undefined) break;
    taken.push(inner);
  }
  return { block: { kind: 'quote', blocks: parseBlocks(taken.join('\n'), depth + 1) }, end };
}

function listAt(lines: readonly string[], at: number, depth: number): Found {
  const first = ITEM.exec(lines[at] ?? '');
  const ordered = first?.[3] !== undefined;
  const items: Block[][] = [];
  let end = at;
  while (end < lines.length) {
    const item = ITEM.exec(lines[end] ?? '');
    if (!item || (item[3] !== undefined) !== ordered || RULE.test(lines[end] ?? '')) break;
    const found = itemAt(lines, end, item, depth);
    items.push(found.blocks);
    end = found.end;
  }
  return { block: { kind: 'list', ordered, start: Number(first?.[3] ?? 1), items }, end };
}

/** The lines that belong to an item: those that are indented under its text, and those that go on with its paragraph. */
function itemAt(
  lines: readonly string[],
  at: number,
  [, indent = '', mark = '', , words = '']: RegExpExecArray,
  depth: number,
): { blocks: Block[]; end: number } {
  const least = indent.length + Math.min(mark.length + 1, 2);
  const taken = [words];
  let end = at + 1;
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? '';
    const inside = indentOf(line) >= least;
    if (line.trim() === '') {
      // A blank line ends the list, unless what follows is its own.
      const next = lines[end + 1] ?? '';
      if (indentOf(next) < least && !ITEM.test(next)) break;
    } else if (!inside && (ITEM.test(line) || lines[end - 1]?.trim() === '' || startsBlock(line))) break;
    taken.push(line.slice(Math.min(indentOf(line), indent.length + mark.length + 1)));
  }
  return { blocks: parseBlocks(taken.join('\n'), depth + 1), end };
}

const startsBlock = (line: string): boolean =>
  FENCE.test(line) || HEADING.test(line) || QUOTE.test(line) || RULE.test(line);

/** Columns of white space before the text; 0 for a blank line. */
function indentOf(line: string): number {
  return line.trim() === '' ? 0 : line.length - line.trimStart().length;
}

function tableAt(lines: readonly string[], at: number): Found | undefined {
  const head = lines[at] ?? '';
  const divider = (lines[at + 1] ?? '').trim();
  if (!head.includes('|') || divider.length > MAX_LINE || !DIVIDER.test(divider)) return undefined;
  const columns = cellsOf(head);
  if (columns.length > MAX_COLUMNS || columns.length !== cellsOf(divider).length) return undefined;
  const last = at + 2 + Math.floor(MAX_CELLS / columns.length);
  const rows: string[][] = [];
  let end = at + 2;
  for (; end < Math.min(lines.length, last) && (lines[end] ?? '').includes('|'); end += 1) {
    const cells = cellsOf(lines[end] ?? '');
    rows.push(columns.map((_, column) => cells[column] ?? ''));
  }
  return { block: { kind: 'table', head: columns, rows }, end };
}

/** Cells of a row; a pipe behind a backslash is one of the text. */
function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim());
}
