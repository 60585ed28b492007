/** The pace of the client, held by a response that takes what it is told to take. */
import type { HttpResponse } from 'uWebSockets.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createChunkWriter } from '../../../runtime/tables/write-chunks.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function response() {
  const leaving = new AbortController();
  const fake = {
    full: false,
    written: 0,
    closed: false,
    writable: () => true as boolean,
    cork: (work: () => void) => work(),
    onWritable: (handler: () => boolean) => {
      fake.writable = handler;
    },
    write: (bytes: Uint8Array) => {
      fake.written += bytes.length;
      return !fake.full;
    },
    close: () => {
      fake.closed = true;
      leaving.abort();
    },
    end: () => undefined,
  };
  const deadline = new AbortController();
  // biome-ignore lint/suspicious/noExplicitAny: of a response it is what the writer touches
  const writer = createChunkWriter(fake as any as HttpResponse, () => undefined, leaving.signal, deadline.signal);
  return { fake, deadline, writer };
}

test('while the socket is full little is tried at a time, and all follows once it is not', async () => {
  const { fake, writer } = response();
  fake.full = true;
  await writer.write('x'.repeat(100_000)); // goes into the buffer, and has to leave it before the next
  const first = fake.written;
  const next = writer.write('y'.repeat(100_000));
  await vi.advanceTimersByTimeAsync(8000);
  expect(fake.written - first).toBeLessThan(1000);
  fake.full = false;
  fake.writable();
  await next;
  await writer.end();
  expect(fake.written).toBe(200_000);
});

test('a client that takes nothing for half a minute is let go, with one batch in memory', async () => {
  const { fake, writer } = response();
  fake.full = true;
  await writer.write('x'.repeat(100_000));
  const writing = writer.write('x'.repeat(100_000));
  await vi.advanceTimersByTimeAsync(26_000);
  expect([fake.closed, fake.written < 101_000]).toEqual([false, true]);
  await vi.advanceTimersByTimeAsync(8000);
  await writing;
  expect(fake.closed).toBe(true);
});

test('room that comes while the next rows are read is not missed', async () => {
  const { fake, writer } = response();
  fake.full = true;
  await writer.write('x'.repeat(10_000));
  fake.full = false;
  fake.writable();
  await writer.write('y'.repeat(10_000)); // without a tick of the clock
  expect(fake.written).toBeGreaterThan(15_000);
});

test('an export that has taken its time is broken off, however the client reads', async () => {
  const { fake, deadline, writer } = response();
  await writer.write('x'.repeat(5000));
  const before = fake.written;
  deadline.abort();
  await writer.write('x'.repeat(5000));
  expect([fake.closed, fake.written]).toEqual([true, before]);
});
