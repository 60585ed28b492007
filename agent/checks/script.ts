import { CHECK_OUTPUT_MAX_BYTES } from '../../schema/agent-checks.ts';
import type { Ended } from '../jobs/result.ts';
import type { Check, Reading } from './reading.ts';

/** The exit code is the verdict: 0 ok, 1 warning, any other error. A first line `value=<number>` is the value. */
export const check: Check<'script'> = async ({ shell, script, args, env }, { runScript, signal }) => {
  if (shell === undefined || script === undefined) throw new Error('The script itself is missing.');
  const ended = await runScript({ shell, script, args, env });
  signal.throwIfAborted();
  return readingOf(ended);
};

export function readingOf(ended: Ended): Reading {
  if (ended.outcome !== 'exited') throw new Error(ended.error ?? 'The script could not be run.');
  const output = ended.kept(CHECK_OUTPUT_MAX_BYTES).text;
  const verdict = ended.exit_code === 0 ? 'ok' : ended.exit_code === 1 ? 'warning' : 'error';
  return { verdict, value: firstValue(output), output: output.trim() || `Exit code ${ended.exit_code}.` };
}

/** `value=12.5`, alone in the first line. */
export function firstValue(output: string): number | null {
  const [, number] = /^\s*value=([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)[ \t]*\r?(?:\n|$)/i.exec(output) ?? [];
  return number === undefined ? null : Number(number);
}
