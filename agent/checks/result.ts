/** The frame that tells what a check said. */
import { CHECK_OUTPUT_MAX_BYTES, type CheckResult, type CheckRun } from '../../schema/agent-checks.ts';
import { wholeStart } from '../jobs/output.ts';
import { Unreachable } from '../platform/checks.ts';
import { sentence } from '../text.ts';
import type { Reading } from './reading.ts';

/** What the frame's schema takes for a value. */
const VALUE_MAX = 1e15;
const DURATION_MAX_MS = 86_400_000;

export const unknown = (output: string): Reading => ({ verdict: 'unknown', value: null, output });

/** What a check that threw has said. */
export function readingOfError(error: unknown): Reading {
  const reading = unknown(sentence(error) || 'The check failed without a word.');
  return error instanceof Unreachable ? { ...reading, verdict: 'error' } : reading;
}

export function resultFrame(run: CheckRun, reading: Reading, durationMs: number): CheckResult {
  const { execution_id, check_id } = run;
  const { verdict, value } = reading;
  return {
    t: 'check.result',
    id: `${execution_id}:result`,
    execution_id,
    check_id,
    verdict,
    value: value === null || !Number.isFinite(value) ? null : Math.min(VALUE_MAX, Math.max(-VALUE_MAX, value)),
    output: cut(reading.output),
    duration_ms: Math.min(DURATION_MAX_MS, Math.max(0, Math.round(durationMs))),
  };
}

/** Within the limit in bytes of UTF-8, at a whole character; neither JSON nor PostgreSQL takes a NUL. */
export function cut(output: string, max = CHECK_OUTPUT_MAX_BYTES): string {
  const bytes = Buffer.from(output.replaceAll('\0', '\u{fffd}'));
  return bytes.length <= max ? bytes.toString() : wholeStart(bytes.subarray(0, max)).toString();
}
