import type { Command } from './commands.ts';

/** What a command calls once everything that only wraps it is taken away. */
export interface Called {
  /** Lower-case, without folder and `.exe`. */
  name: string;
  args: string[];
}

const reserved = new Set(['then', 'do', 'else', 'elif', 'if', 'while', 'until', '!', '{', 'return', 'try', 'finally']);

/** Commands that run the one behind them, with those of their options that take a value. */
const wrappers: Record<string, RegExp> = {
  sudo: /^-[ugpCTDRhrt]$/,
  doas: /^-[uC]$/,
  env: /^-[uCS]$/,
  xargs: /^-[InPLsdEa]$/,
  nice: /^-n$/,
  ionice: /^-[cnp]$/,
  timeout: /^-[ks]$/,
  chroot: /^$/,
  flock: /^-[wE]$/,
};
for (const name of [
  'exec',
  'nohup',
  'command',
  'builtin',
  'setsid',
  'stdbuf',
  'time',
  'busybox',
  'call',
  'start',
  'then',
])
  wrappers[name] = /^$/;

/** What `call` calls, or undefined for nothing: an assignment, a bare reserved word. */
export function called({ words }: Command): Called | undefined {
  let at = 0;
  for (;;) {
    const word = words[at];
    if (word === undefined) return undefined;
    const name = programName(word);
    if (reserved.has(name)) at += name === 'if' ? conditionLength(words, at) : 1;
    else if (isAssignment(word)) at++;
    else if (/^\$[\w:]+$/.test(word) && /^[-+]?=$/.test(words[at + 1] ?? '')) at += 2;
    else if (Object.hasOwn(wrappers, name)) at = behindWrapper(words, at, name);
    else return { name, args: words.slice(at + 1) };
  }
}

const isAssignment = (word: string) => /^\w+\+?=/.test(word) || word.startsWith('>');

/** `@C:\Windows\System32\Shutdown.EXE` → `shutdown` */
export const programName = (word: string): string =>
  word
    .slice(-300)
    .replace(/^@/, '')
    .replace(/^.*[\\/]/, '')
    .replace(/\.(exe|com|cmd|bat)$/i, '')
    .toLowerCase();

/** Steps over the options and values of a wrapper: `sudo -u root`, `timeout -k 5 30`, `nice -n 10`, `chroot /mnt`. */
function behindWrapper(words: string[], from: number, name: string): number {
  const valued = wrappers[name] ?? /^$/;
  let at = from + 1;
  for (let word = words[at]; word !== undefined; word = words[at]) {
    if (valued.test(word)) at += 2;
    else if (word.startsWith('-') || /^\/\w+$/.test(word) || /^\d+(\.\d+)?[smhd]?$/.test(word)) at++;
    else break;
  }
  return name === 'chroot' || name === 'flock' ? at + 1 : at;
}

/** cmd's `if [/i] [not] exist x`, `if defined x`, `if errorlevel 1`, `if a==b`; elsewhere the condition is the command. */
function conditionLength(words: string[], from: number): number {
  let at = from + 1;
  while (/^(\/i|not)$/i.test(words[at] ?? '')) at++;
  if (/^(exist|defined|errorlevel)$/i.test(words[at] ?? '')) return at + 2 - from;
  return words[at]?.includes('==') ? at + 1 - from : 1;
}
