import { type Dialect, linesIn, type Token, tokenize } from './tokens.ts';

export interface Command {
  /** Line of the first word, counted from 1. */
  line: number;
  /** Without quotes; `>` and its target are one word, `()` stands for what is substituted. */
  words: string[];
  /** It stands in a substitution or in parentheses within that one. */
  inside: Command | undefined;
  /** Its output goes there. */
  pipedTo?: Command;
  /** What it reads as a here-document, and the line on which that begins. */
  heredoc?: { text: string; line: number };
}

interface Frame {
  command: Command | undefined;
  word: string | undefined;
  pipe: Command | undefined;
}

interface State {
  dialect: Dialect;
  commands: Command[];
  /** The commands around the parentheses that are open. */
  outer: Frame[];
  frame: Frame;
  inside: Command | undefined;
}

/** Deeper parentheses only end a command, so that a hundred thousand of them cost nothing. */
const DEPTH_MAX = 50;
const emptyFrame = (): Frame => ({ command: undefined, word: undefined, pipe: undefined });

/** The commands of a script in their order, in one pass. Enough of the language to see what is called; no parser of it. */
export function readCommands(text: string, dialect: Dialect, firstLine = 1, inside?: Command): Command[] {
  const state: State = { dialect, commands: [], outer: [], frame: emptyFrame(), inside };
  for (const token of tokenize(text, dialect, firstLine)) take[token.type](state, token);
  while (state.outer.length > 0) close(state, firstLine);
  endCommand(state, firstLine);
  return state.commands;
}

const take: Record<Token['type'], (state: State, token: Token) => void> = {
  word: (state, { text, line }) => append(state, text, line),
  string: (state, { text, line }) => {
    append(state, text.slice(1, -1), line);
    if (state.dialect.expands && text.startsWith('"')) readSubstitutions(state, text, line);
  },
  blank: (state, { line }) => endWord(state, line),
  redirect: (state, { line }) => {
    endWord(state, line);
    append(state, '>', line);
  },
  heredoc: (state, { text, line }) => {
    const reader = state.commands.at(-1);
    if (reader) reader.heredoc = { text, line };
  },
  open: (state, { line }) => {
    if (state.outer.length >= DEPTH_MAX) return endCommand(state, line);
    begin(state, line);
    state.outer.push(state.frame);
    state.frame = emptyFrame();
  },
  close: (state, { line }) => close(state, line),
  pipe: (state, { line }) => {
    endWord(state, line);
    const from = state.frame.command;
    endCommand(state, line);
    state.frame.pipe = from;
  },
  end: (state, { text, line }) => {
    const { pipe, command, word } = state.frame;
    endCommand(state, line);
    if (!command && word === undefined && text.trim() === '') state.frame.pipe = pipe; // a pipe goes on after a line break
  },
};

function begin({ frame, outer, commands, inside }: State, line: number): Command {
  if (frame.command) return frame.command;
  const command: Command = { line, words: [], inside: outer.at(-1)?.command ?? inside };
  if (frame.pipe) frame.pipe.pipedTo = command;
  frame.pipe = undefined;
  frame.command = command;
  commands.push(command);
  return command;
}

function append(state: State, text: string, line: number): void {
  begin(state, line);
  state.frame.word = (state.frame.word ?? '') + text;
}

function endWord(state: State, line: number): void {
  const { word } = state.frame;
  state.frame.word = undefined;
  if (word === undefined) return;
  if (state.dialect.splitting.has(word.toLowerCase())) endCommand(state, line);
  else begin(state, line).words.push(word);
}

function endCommand(state: State, line: number): void {
  if (state.frame.word !== undefined) endWord(state, line);
  state.frame = emptyFrame();
}

function close(state: State, line: number): void {
  endCommand(state, line);
  const outer = state.outer.pop();
  if (!outer) return;
  state.frame = outer;
  append(state, '()', line);
}

/** Commands in `$(…)` within a double-quoted string belong to the command that takes the string. */
function readSubstitutions(state: State, text: string, line: number): void {
  let counted = 0;
  for (let at = text.indexOf('$('); at >= 0; at = text.indexOf('$(', at)) {
    const inner = text.slice(at + 2, closingParenthesis(text, at + 2));
    line += linesIn(text.slice(counted, at));
    counted = at;
    for (const command of readCommands(inner, state.dialect, line, begin(state, line))) state.commands.push(command);
    at += 2 + inner.length;
  }
}

function closingParenthesis(text: string, from: number): number {
  let depth = 1;
  for (let i = from; i < text.length; i++) {
    if (text[i] === '(') depth++;
    else if (text[i] === ')' && --depth === 0) return i;
  }
  return text.length - 1;
}
