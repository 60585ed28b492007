import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOutput } from '../../agent/jobs/output.ts';
import { notRun, resultFrame } from '../../agent/jobs/result.ts';
import { createStream } from '../../agent/jobs/stream.ts';
import { AGENT_FRAME_MAX_BYTES, JobResult } from '../../schema/agent.ts';
import { JOB_OUTPUT_MAX_BYTES } from '../../schema/shell.ts';
import { until } from './agents.ts';

const bytes = (text: string) => Buffer.from(text);

describe('output', () => {
  it('is kept whole up to its limit', () => {
    const output = createOutput(100);
    for (const char of 'é'.repeat(50)) output.write(bytes(char));
    expect(output.kept()).toEqual({ text: 'é'.repeat(50), truncated: false, bytes: 100 });
  });

  it('beyond its limit keeps head and tail, with the number of omitted bytes between', () => {
    const output = createOutput(1000);
    for (let line = 0; line < 1000; line++) output.write(bytes(`${String(line).padStart(4, '0')}\n`));
    const { text, truncated } = output.kept();
    expect(truncated).toBe(true);
    expect(text).toMatch(/^0000\n0001\n/);
    expect(text).toMatch(/0998\n0999\n$/);
    expect(text).toContain(`\n… ${5000 - 2 * 468} bytes omitted …\n`);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1000);
  });

  it('joins a character that arrives in pieces, and waits with it', () => {
    const output = createOutput();
    const [a, b, c, d] = bytes('😀');
    expect(output.write(Uint8Array.of(65, a ?? 0, b ?? 0))).toBe('A');
    expect(output.write(Uint8Array.of(c ?? 0))).toBe('');
    expect(output.write(Uint8Array.of(d ?? 0))).toBe('😀');
    expect(output.kept().text).toBe('A😀');
  });

  it('replaces invalid bytes and NUL, and an unfinished character at the end', () => {
    const output = createOutput();
    output.write(Uint8Array.of(0x61, 0x00, 0xff, 0xc3));
    expect(output.end()).toBe('\u{fffd}');
    expect(output.kept().text).toBe('a\u{fffd}\u{fffd}\u{fffd}');
  });

  it('for any text in any pieces stays within its limit, is well formed, and begins and ends as the text does', () => {
    const texts = fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { maxLength: 60 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 200, max: 1000 }), fc.integer({ min: 1, max: 50 }), (parts, max, size) => {
        const whole = bytes(
          parts
            .join('')
            .toWellFormed()
            .replace(/[\0\ufffd]/g, ' '),
        );
        const output = createOutput(max);
        for (let at = 0; at < whole.length; at += size) output.write(whole.subarray(at, at + size));
        output.end();
        const { text, truncated } = output.kept();
        const [head = '', tail = ''] = text.split(/\n… \d+ bytes omitted …\n/);
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(max);
        expect(text).not.toContain('\u{fffd}');
        expect(truncated).toBe(whole.length > max);
        if (!truncated) expect(text).toBe(whole.toString());
        else expect([whole.toString().startsWith(head), whole.toString().endsWith(tail)]).toEqual([true, true]);
      }),
    );
  });
});

describe('the result frame', () => {
  it('fits the frame limit even when JSON makes six bytes of each', () => {
    const output = createOutput();
    output.write(Buffer.alloc(2 * JOB_OUTPUT_MAX_BYTES, 0x1b));
    const frame = resultFrame(crypto.randomUUID(), { ...notRun('exited', null, 0), kept: output.kept }, new Date());
    expect(JobResult.parse(frame).output_truncated).toBe(true);
    expect(Buffer.byteLength(JSON.stringify(frame))).toBeLessThan(AGENT_FRAME_MAX_BYTES);
    expect(frame.stdout.length).toBeGreaterThan(400_000);
  });

  it('with 1 MiB of two-byte characters is not cut', () => {
    const output = createOutput();
    output.write(Buffer.from('é'.repeat(JOB_OUTPUT_MAX_BYTES / 2)));
    const frame = resultFrame(crypto.randomUUID(), { ...notRun('exited', null, 0), kept: output.kept }, new Date());
    expect(JobResult.parse(frame)).toMatchObject({ output_truncated: false });
  });
});

describe('the output stream', () => {
  function stream(max?: number) {
    const pieces: [number, string][] = [];
    return { pieces, ...createStream((offset, text) => void pieces.push([offset, text]), max) };
  }

  it('coalesces what comes within a moment, with offsets in bytes', async () => {
    const { pieces, push } = stream();
    push('é');
    push('b');
    await until(() => pieces.length > 0);
    push('c');
    await until(() => pieces.length > 1);
    expect(pieces).toEqual([
      [0, 'éb'],
      [3, 'c'],
    ]);
  });

  it('sends a lot at once, in pieces that a frame holds, without splitting a character', () => {
    const { pieces, push } = stream();
    push(`a${'😀'.repeat(100_000)}`);
    expect(pieces.map(([, text]) => text).join('')).toBe(`a${'😀'.repeat(100_000)}`);
    expect(pieces.every(([, text]) => text.isWellFormed() && text.length <= 256 * 1024)).toBe(true);
    expect(pieces[1]?.[0]).toBe(Buffer.byteLength(pieces[0]?.[1] ?? ''));
  });

  it('ends after its limit, and when the job does', () => {
    const { pieces, push, end } = stream(100_000);
    push('x'.repeat(60_000));
    push('x'.repeat(60_000));
    push('x'.repeat(60_000));
    expect(pieces.map(([offset]) => offset)).toEqual([0, 60_000]);
    const other = stream();
    other.push('waiting');
    other.end();
    other.push('x'.repeat(60_000));
    expect(other.pieces).toEqual([]);
    end();
  });
});
