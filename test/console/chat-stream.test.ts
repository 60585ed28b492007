import { expect, test } from 'vitest';
import { openAnswer } from '../../console/pages/chat/open-answer.ts';
import { readEvents } from '../../console/pages/chat/sse.ts';

function bodyOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}
async function read(chunks: readonly Uint8Array[]): Promise<string[]> {
  const found: string[] = [];
  await readEvents(bodyOf(chunks), (data) => found.push(data));
  return found;
}
const bytes = (text: string) => new TextEncoder().encode(text);

test('events are told in order, without comments and other fields', async () => {
  const stream = ': hello\n\ndata: one\n\nevent: x\nid: 7\ndata: two\ndata:  three\ndata\n\n\n\nretry: 5\n\n';
  expect(await read([bytes(stream)])).toEqual(['one', 'two\n three\n']);
});

test('a stream cut anywhere tells the same, also within a character and between CR and LF', async () => {
  const stream = bytes('data: Grüße 🚢\r\n\r\n: keep-alive\r\ndata: {"t":"text","delta":"\\n"}\r\r\ndata: last\n\n');
  const whole = await read([stream]);
  expect(whole).toEqual(['Grüße 🚢', '{"t":"text","delta":"\\n"}', 'last']);
  for (let at = 0; at <= stream.length; at += 1)
    expect(await read([stream.slice(0, at), stream.slice(at)]), `cut at ${at}`).toEqual(whole);
  expect(await read([...stream].map((byte) => Uint8Array.of(byte)))).toEqual(whole);
});

test('an event that the stream broke off is none', async () => {
  expect(await read([bytes('data: one\n\ndata: two\n')])).toEqual(['one']);
});

test('what fails while reading reaches the caller, and the stream is let go', async () => {
  let cancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(bytes('data: x\n\n')),
    cancel: () => {
      cancelled = true;
    },
  });
  const reading = readEvents(endless, () => {
    throw new Error('not like this');
  });
  await expect(reading).rejects.toThrow('not like this');
  expect(cancelled).toBe(true);
});

test('an event without an end does not fill the memory', async () => {
  const megabyte = new Uint8Array(1_000_000).fill(120);
  const endless = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(megabyte) });
  await expect(readEvents(endless, () => undefined)).rejects.toThrow(RangeError);
});

const at = '2026-11-20T10:00:00.000Z';
const message = (changes: object) => ({
  id: '01936d2e-0000-7000-8000-000000000001',
  role: 'assistant',
  content: '',
  steps: [],
  status: 'running',
  error: null,
  created_job_ids: [],
  created_operation_ids: [],
  model: 'm',
  input_tokens: 0,
  output_tokens: 0,
  created_at: at,
  finished_at: null,
  ...changes,
});
const started = { t: 'started', question: message({ role: 'user', status: 'complete' }), answer: message({}) };
const ended = { t: 'done', message: message({ content: 'hi', status: 'complete', finished_at: at }) };
const failed = { t: 'failed', code: 'provider_timeout', message: 'x', answer: message({ status: 'failed' }) };

/** Asks a server that answers so. */
async function open(answer: () => Response | Promise<Response>) {
  const told: string[] = [];
  const sessionsEnded: string[] = [];
  const source = {
    fetch: async () => answer(),
    token: () => 'bearer',
    onSessionEnded: (token: string) => sessionsEnded.push(token),
  };
  const failure = await openAnswer(source, 'id', 'hello', (event) => told.push(event.t)).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { told, failure, sessionsEnded };
}
const frames = (...all: unknown[]) =>
  new Response(all.map((frame) => `data: ${typeof frame === 'string' ? frame : JSON.stringify(frame)}\n\n`).join(''));

test('the frames of an answer are told; what is none of them is passed over', async () => {
  const step = { id: 's', tool: 't', at: 0, state: 'done', arguments: '', outcome: '', count: 1, proposals: [] };
  const { told, failure } = await open(() =>
    frames(
      started,
      '{"t":"text"',
      { t: 'later' },
      { t: 'text', delta: 'hi' },
      { t: 'step', step },
      { t: 'text' },
      ended,
    ),
  );
  expect(told).toEqual(['started', 'text', 'step', 'done']);
  expect(failure).toBeUndefined();
});

test('a failure frame is told and is no failure of the asking', async () => {
  expect(await open(() => frames(started, failed))).toMatchObject({ told: ['started', 'failed'], failure: undefined });
});

test('a stream that ends or breaks after the question was stored leaves the rest to the history', async () => {
  expect(await open(() => frames(started))).toMatchObject({ told: ['started'], failure: undefined });
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes(`data: ${JSON.stringify(started)}\n\n`)),
    pull: (controller) => controller.error(new TypeError('network')),
  });
  expect(await open(() => new Response(broken))).toMatchObject({ told: ['started'], failure: undefined });
});

test('what was not stored is the caller’s to say: refused, unreached, or an answer that is none', async () => {
  const refused = await open(() => Response.json({ error: 'busy', code: 'chat_busy' }, { status: 409 }));
  expect(refused.failure).toMatchObject({ status: 409, code: 'chat_busy' });
  expect(refused.sessionsEnded).toEqual([]);
  const unreached = await open(() => Promise.reject(new TypeError('offline')));
  expect(unreached.failure).toMatchObject({ status: 0, code: 'network' });
  expect((await open(() => frames({ t: 'text', delta: 'hi' }))).failure).toMatchObject({ code: 'bad_response' });
  expect((await open(() => new Response('<html>'))).failure).toMatchObject({ code: 'bad_response' });
  const out = await open(() => Response.json({ error: 'no', code: 'unauthenticated' }, { status: 401 }));
  expect(out.sessionsEnded).toEqual(['bearer']);
});
