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
  const { value, rest } = valueAndRest(output);
  return { verdict, value, output: rest.trim() || `Exit code ${ended.exit_code}.` };
}

/** `value=12.5`, alone in the first line, and what is said beside it: a value stands on its own wherever it is shown. */
export function valueAndRest(output: string): { value: number | null; rest: string } {
  const found = /^\s*value=([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)[ \t]*\r?(?:\n|$)/i.exec(output);
  return found ? { value: Number(found[1]), rest: output.slice(found[0].length) } : { value: null, rest: output };
}
