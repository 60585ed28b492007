/** The frames that carry what checks measured. */
import { expect, it } from 'vitest';
import { createAnswers } from '../../agent/checks/answers.ts';
import { cut, resultFrame } from '../../agent/checks/result.ts';
import { attach, createOutbox } from '../../agent/link/outbox.ts';
import { CheckResult } from '../../schema/agent-checks.ts';
import { checkFrame } from './agents.ts';

it('results that nobody acknowledges are given up, the oldest first', async () => {
  const sent: string[] = [];
  const outbox = createOutbox(() => undefined);
  const answers = createAnswers(outbox);
  const frames = Array.from({ length: 510 }, () =>
    resultFrame(checkFrame('x'), { verdict: 'ok', value: 1, output: '' }, 1),
  );
  for (const frame of frames) answers.add(frame);
  attach(outbox, (text) => void sent.push(CheckResult.parse(JSON.parse(text)).id));
  expect(sent[0]).toBe(frames[10]?.id);
  expect(outbox.waiting.size + outbox.underWay.size).toBe(500);
});

it('results fit their frame whatever was measured and written', () => {
  const run = checkFrame('x');
  const of = (value: number | null, output = '') =>
    CheckResult.parse(resultFrame(run, { verdict: 'ok', value, output }, 1.5));
  expect(of(Number.NaN).value).toBeNull();
  expect(of(Number.POSITIVE_INFINITY).value).toBeNull();
  expect(of(1e30).value).toBe(1e15);
  expect(of(1, 'a\0b').output).toBe('a\u{fffd}b');
  expect(Buffer.byteLength(of(1, '€'.repeat(3000)).output)).toBe(4095);
  expect(cut('€€', 4)).toBe('€');
});
