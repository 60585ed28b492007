import { type Called, programName } from './called.ts';
import type { Command } from './commands.ts';

/** A command with what it calls. */
export interface Call {
  command: Command;
  called: Called;
}

const downloaders = new Set([
  'curl',
  'wget',
  'fetch',
  'aria2c',
  'iwr',
  'irm',
  'invoke-webrequest',
  'invoke-restmethod',
]);
for (const name of ['start-bitstransfer', 'bitsadmin', 'scp', 'tftp', 'ftpget']) downloaders.add(name);
const shells = /^(sh|bash|dash|ash|zsh|ksh|fish|cmd|powershell|pwsh|iex|invoke-expression|eval|source|\.)$/;
const interpreters = /^(python[\d.]*|py|perl|ruby|node|php|lua|osascript)$/;
/** They run what they are given a file of, or what is inside it. */
const launchers =
  /^(chmod|dpkg|rpm|apt|apt-get|yum|dnf|msiexec|installer|start-process|saps|rundll32|regsvr32|cscript|wscript|mshta)$/;

/** Lines on which something is run that the script itself has downloaded: piped, substituted, or by a file or variable. */
export function runsDownloads(calls: Call[]): number[] {
  const lines: number[] = [];
  const fetched = new Set<string>();
  const byCommand = new Map(calls.map((call) => [call.command, call]));
  for (const { command, called } of calls) {
    if (fetched.size > 0 && runsFetched(called, fetched, byCommand.get(command.pipedTo ?? command)))
      lines.push(command.line);
    if (!isDownload(called)) continue;
    if (isPipedIntoRunner(command, byCommand) || isInsideRunner(command, byCommand)) lines.push(command.line);
    for (const name of savedAs(command, called)) fetched.add(name);
  }
  return lines;
}

function isDownload({ name, args }: Called): boolean {
  if (name === 'certutil') return args.some((arg) => /^[-/]urlcache$/i.test(arg));
  return downloaders.has(name) || /\.download(string|file|data)/.test(name);
}

function isPipedIntoRunner({ pipedTo }: Command, calls: Map<Command, Call>): boolean {
  for (let next = pipedTo, hops = 0; next && hops < 20; next = next.pipedTo, hops++) {
    const call = calls.get(next);
    if (call && runsItsInput(call.called)) return true;
  }
  return false;
}

/** `bash`, `bash -s -- x`, `python3 -`, `iex`; but not `python3 -m json.tool`, which only reads. */
function runsItsInput({ name, args }: Called): boolean {
  const first = args.find((arg) => !arg.startsWith('-') && !arg.startsWith('>'));
  if (shells.test(name))
    return args.includes('-s') || (first === undefined && !args.some((arg) => /^-\w*c$/.test(arg)));
  if (!interpreters.test(name)) return false;
  return args.includes('-') || (first === undefined && !args.some((arg) => /^-\w*[cemnpr]/.test(arg)));
}

function isInsideRunner({ inside }: Command, calls: Map<Command, Call>): boolean {
  for (let outer = inside, hops = 0; outer && hops < 20; outer = outer.inside, hops++) {
    const name = calls.get(outer)?.called.name ?? '';
    if (shells.test(name) || interpreters.test(name)) return true;
  }
  return false;
}

/** Files and variables that hold what was downloaded, as later commands would name them. */
function savedAs(command: Command, { args }: Called): string[] {
  const names: string[] = [];
  for (const [at, arg] of args.entries()) {
    const option = /^(-[a-zA-Z]*[oO]|--output(-document)?|-outf(ile)?|-dest(ination)?)$/i.test(arg);
    const value = /^--output(-document)?=(.+)$/.exec(arg)?.[2] ?? (option ? args[at + 1] : undefined);
    if (value) names.push(value);
    if (arg.startsWith('>')) names.push(arg.slice(1));
    if (/^[a-z]+:\/\//i.test(arg)) names.push(arg.replace(/[?#].*$/, ''));
    else if (/[\\/]\w[^\\/]*\.\w{1,5}$/.test(arg)) names.push(...arg.split(',').slice(-1));
  }
  const [first, sign] = command.words;
  if (first && sign === '=') names.push(first);
  const outer = /^(\w+)=/.exec(command.inside?.words[0] ?? '');
  if (outer) names.push(`$${outer[1]}`);
  return names.map(tail).filter((name) => name !== '' && name !== '-');
}

/** Last part of a path, as a command would name it; variables without their braces. */
const tail = (name: string): string => programName(name.replace(/\$\{(\w+)\}/g, '$$$1'));

function runsFetched({ name, args }: Called, fetched: Set<string>, next: Call | undefined): boolean {
  if (fetched.has(name) || fetched.has(tail(name))) return true;
  const named = args.some((arg) => fetched.has(tail(arg)));
  if (!named) return false;
  if (name === 'chmod') return args.some((arg) => /^(\d*[1357]\d*|[ugoa]*[+=]\w*x\w*)$/.test(arg));
  if (shells.test(name) || interpreters.test(name) || launchers.test(name)) return true;
  return next !== undefined && runsItsInput(next.called);
}
