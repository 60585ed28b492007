import type { Called } from './called.ts';
import type { Command } from './commands.ts';

/** A script within a script, and the language it is in. */
export interface Nested {
  language: 'sh' | 'powershell' | 'cmd' | 'python';
  script: string;
  line: number;
}

const shells = new Set(['sh', 'bash', 'dash', 'ash', 'zsh', 'ksh', 'su', 'runuser']);
const isPython = (name: string) => /^python[\d.]*$/.test(name) || name === 'py';
const isPowershell = (name: string) => name === 'powershell' || name === 'pwsh';

/** Code that a command was given as text: `bash -c "…"`, `eval …`, `ssh host "…"`, `trap "…"`, a here-document. */
export function nestedIn(command: Command, { name, args }: Called): Nested[] {
  const { line, heredoc } = command;
  const found: Nested[] = [];
  const add = (language: Nested['language'], script: string | undefined, on = line) => {
    if (script) found.push({ language, script, line: on });
  };
  if (shells.has(name)) add('sh', behind(args, /^(-\w*c|--command)$/));
  else if (name === 'eval') add('sh', args.join(' '));
  else if (name === 'trap')
    add(
      'sh',
      args.find((arg) => !arg.startsWith('-')),
    );
  else if (name === 'ssh' || name === 'watch')
    add(
      'sh',
      args.find((arg) => /\s/.test(arg)),
    );
  else if (name === 'find')
    add('sh', args.slice(args.findIndex((arg) => /^-(exec|ok)(dir)?$/.test(arg)) + 1 || args.length).join(' '));
  else if (isPython(name)) add('python', behind(args, /^-\w*c$/));
  else if (isPowershell(name)) add('powershell', restBehind(args, /^[-/]c(ommand)?$/i));
  else if (name === 'iex' || name === 'invoke-expression') add('powershell', args.join(' '));
  else if (name === 'cmd') add('cmd', restBehind(args, /^\/[ck]$/i));
  if (heredoc && (shells.has(name) || name === 'ssh')) add('sh', heredoc.text, heredoc.line);
  if (heredoc && isPython(name)) add('python', heredoc.text, heredoc.line);
  return found;
}

const behind = (args: string[], option: RegExp): string | undefined => {
  const at = args.findIndex((arg) => option.test(arg));
  return at < 0 ? undefined : args[at + 1];
};

const restBehind = (args: string[], option: RegExp): string | undefined => {
  const at = args.findIndex((arg) => option.test(arg));
  return at < 0 ? undefined : args.slice(at + 1).join(' ');
};
