/**
 * Reads server-sent events (WHATWG HTML, 9.2.6) from the body of an answer to fetch: EventSource can neither POST nor send
 * a bearer. Chunks may end anywhere, also within a character or between CR and LF.
 */

/** What is held of an event that has not ended: a server that never ends one must not fill the memory. */
const EVENT_MAX = 4_000_000;

/**
 * Tells the data of each event, in order; comments and other fields say nothing here, and an event that the stream broke
 * off is none. Resolves when the stream has ended. Rejects with what the stream or `onData` failed with, RangeError when
 * an event is longer than anything that we send.
 */
export async function readEvents(body: ReadableStream<Uint8Array>, onData: (data: string) => void): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const events = createEventParser(onData);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      events(decoder.decode(value, { stream: true }));
    }
  } catch (error) {
    await reader.cancel(error).catch(() => undefined);
    throw error;
  }
}

function createEventParser(onData: (data: string) => void): (text: string) => void {
  let rest = '';
  let data: string[] = [];
  let size = 0;
  let afterCr = false;

  function line(text: string) {
    if (text === '') {
      const event = data;
      data = [];
      size = 0;
      if (event.length > 0) onData(event.join('\n'));
      return;
    }
    const [, value] = /^data(?:: ?(.*))?$/s.exec(text) ?? [];
    if (value === undefined && text !== 'data') return;
    data.push(value ?? '');
    size += value?.length ?? 0;
  }

  return (text) => {
    // A line feed that belongs to the carriage return at the end of the chunk before.
    const chunk = afterCr && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') afterCr = text.endsWith('\r');
    const lines = (rest + chunk).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    for (const one of lines) line(one);
    if (size + rest.length > EVENT_MAX) throw new RangeError('an event of the stream is too long');
  };
}
