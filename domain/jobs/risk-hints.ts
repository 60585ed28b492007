import type { RiskHint } from '../../schema/jobs.ts';
import type { Shell } from '../../schema/shell.ts';
import { called } from './risk/called.ts';
import { readCommands } from './risk/commands.ts';
import { type Call, runsDownloads } from './risk/downloads.ts';
import { type Nested, nestedIn } from './risk/nested.ts';
import { readPython } from './risk/python.ts';
import { judge, judgeWord } from './risk/rules.ts';
import { cmd, powershell, sh } from './risk/tokens.ts';

const dialects = { sh, powershell, cmd };
const languages: Record<Shell, Nested['language']> = {
  sh: 'sh',
  bash: 'sh',
  powershell: 'powershell',
  cmd: 'cmd',
  python: 'python',
};
/** A script in a script in a script in a script is hint enough. */
const NESTED_MAX = 4;
/** Of a kind: whoever reads forty places reads the whole. */
const PER_KIND_MAX = 40;

/**
 * Places in a script that are worth a second look before it is approved, by line. Hints and never a verdict: a script that
 * wants to hide something can, and nothing found does not mean safe (CONTRACT.md, Jobs). Pure, and linear in the script.
 */
export function riskHints(shell: Shell, script: string): RiskHint[] {
  const hints = new Map<string, RiskHint>();
  const counts = new Map<RiskHint['kind'], number>();
  const add = (hint: RiskHint) => {
    const key = `${hint.kind} ${hint.line}`;
    const count = counts.get(hint.kind) ?? 0;
    if (hints.has(key) || count >= PER_KIND_MAX) return;
    hints.set(key, { kind: hint.kind, line: hint.line });
    counts.set(hint.kind, count + 1);
  };
  look({ language: languages[shell], script, line: 1 }, 0, add);
  return [...hints.values()].sort((a, b) => a.line - b.line || a.kind.localeCompare(b.kind));
}

type Add = (hint: RiskHint) => void;

function look(part: Nested, depth: number, add: Add): void {
  if (depth > NESTED_MAX) return;
  if (part.language === 'python') lookPython(part, depth, add);
  else lookCommands(part, dialects[part.language], depth, add);
}

function lookPython({ script, line }: Nested, depth: number, add: Add): void {
  const { hints, commands } = readPython(script, line);
  hints.forEach(add);
  for (const command of commands)
    look({ language: 'sh', ...command }, depth + 1, (hint) => add({ ...hint, line: command.line }));
}

function lookCommands({ script, line }: Nested, dialect: typeof sh, depth: number, add: Add): void {
  const calls: Call[] = [];
  for (const command of readCommands(script, dialect, line)) {
    for (const word of command.words) {
      const kind = judgeWord(word);
      if (kind) add({ kind, line: command.line });
    }
    const call = called(command);
    if (!call) continue;
    calls.push({ command, called: call });
    for (const kind of judge(call)) add({ kind, line: command.line });
    for (const nested of nestedIn(command, call)) look(nested, depth + 1, add);
  }
  for (const found of runsDownloads(calls)) add({ kind: 'downloads_and_runs', line: found });
}
