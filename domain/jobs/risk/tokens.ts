/** What a script is made of, as far as it takes to see which commands it calls. */
export interface Token {
  type: 'word' | 'string' | 'heredoc' | 'redirect' | 'open' | 'close' | 'pipe' | 'end' | 'blank';
  text: string;
  /** Counted from 1. */
  line: number;
}

export interface Dialect {
  grammar: RegExp;
  /** Commands in `$(…)` run inside double quotes too. */
  expands: boolean;
  /** Words that end one command and begin the next. */
  splitting: ReadonlySet<string>;
}

/** Every part is linear: a script may be 256 KiB in one line. */
interface Grammar {
  /** Comments, and a line that goes on. */
  skip: RegExp;
  escaped: RegExp;
  string: RegExp;
  /** Where a here-document is announced. */
  mark?: RegExp;
  redirect: RegExp;
  open: RegExp;
  pipe: RegExp;
  end: RegExp;
  word: RegExp;
}

const never = /(?!)/;
const anything = /./s;

/** One sticky expression with a group per part, read by its number: by name it took four times as long. */
function compile(parts: Grammar): RegExp {
  const { skip, escaped, string, mark = never, redirect, open, pipe, end, word } = parts;
  const groups = [skip, escaped, string, mark, redirect, open, /\)/, pipe, end, /[^\S\n]+/, word];
  const sources = groups.map(({ source }) => `(${source})`);
  return new RegExp([...sources.slice(0, -1), `(${word.source}|${anything.source})`].join('|'), 'ys');
}

export const sh: Dialect = {
  grammar: compile({
    skip: /\\\r?\n|(?<![^\s;&|(])#[^\n]*/,
    escaped: /\\./s,
    string: /'[^']*'|"[^"\\]*(?:\\.[^"\\]*)*"/s,
    mark: /<<[-~]?[ \t]*(?:'\w+'|"\w+"|\w+)/,
    redirect: /&?>[>&|]?[ \t]*/,
    open: /\$\(|<\(|\(/,
    pipe: /\|&?(?!\|)/,
    end: /[;&|`\n]+/,
    word: /[^\s'"\\`();&|<>$#]+/,
  }),
  expands: true,
  splitting: new Set(),
};

export const powershell: Dialect = {
  grammar: compile({
    skip: /`\r?\n|<#.*?(?:#>|$)|(?<![^\s;&|({])#[^\n]*/s,
    escaped: /`./s,
    string: /'[^']*'|"[^"`]*(?:`.[^"`]*)*"/s,
    redirect: />>?[ \t]*/,
    open: /[$@]?\(/,
    pipe: /\|(?!\|)/,
    end: /[;&|{}\n]+/,
    word: /[^\s'"`();&|<>{}$@#]+/,
  }),
  expands: true,
  splitting: new Set(),
};

export const cmd: Dialect = {
  grammar: compile({
    skip: /\^\r?\n|(?<![^\n])[ \t]*@?(?:[rR][eE][mM]\b|::)[^\n]*/,
    escaped: /\^./s,
    string: /"[^"\n]*"/,
    redirect: />>?[ \t]*/,
    open: /\(/,
    pipe: /\|(?!\|)/,
    end: /[&|\n]+/,
    word: /[^\s"^();&|<>]+/,
  }),
  expands: false,
  splitting: new Set(['do', 'else']),
};

/** Numbers of the groups that `compile` makes. */
const ESCAPED = 2;
const MARK = 4;
const END = 9;
const typeOf: Record<number, Token['type']> = {
  [ESCAPED]: 'word',
  3: 'string',
  5: 'redirect',
  6: 'open',
  7: 'close',
  8: 'pipe',
  [END]: 'end',
  10: 'blank',
  11: 'word',
};

/** The tokens of a script; comments are left out. A quote that nothing closes is a word like any other. */
export function* tokenize(text: string, dialect: Dialect, firstLine: number): Generator<Token> {
  const grammar = new RegExp(dialect.grammar);
  let line = firstLine;
  let mark: string | undefined;
  let heredocs = true;
  for (let match = grammar.exec(text); match?.[0]; match = grammar.exec(text)) {
    const matched = match[0];
    const group = match.indexOf(matched, 1);
    const type = typeOf[group];
    if (type) yield { type, text: group === ESCAPED ? matched.slice(1) : matched, line };
    line += linesIn(matched);
    if (group === MARK && heredocs) mark = /\w+/.exec(matched)?.[0];
    if (!mark || group !== END || !matched.includes('\n')) continue;
    const body = heredocBody(text, grammar.lastIndex, mark);
    mark = undefined;
    heredocs = body !== undefined; // one without an end would cost a search to the end of the script for each mark
    if (body === undefined) continue;
    yield { type: 'heredoc', text: body, line };
    grammar.lastIndex += body.length;
    line += linesIn(body);
  }
}

export function linesIn(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

/** What stands before the line that holds the end mark alone. */
function heredocBody(text: string, from: number, mark: string): string | undefined {
  const end = new RegExp(`^[ \\t]*${mark}\\s*?$`, 'gm');
  end.lastIndex = from;
  const found = end.exec(text);
  return found ? text.slice(from, found.index) : undefined;
}
