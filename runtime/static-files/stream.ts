import type { HttpResponse } from 'uWebSockets.js';
import type { Span } from './conditions.ts';
import type { Source } from './source.ts';

/**
 * Sends a span of the source as the body, no faster than the client takes it: the next chunk is read once the socket has
 * the last one. uWebSockets.js ends the exchange of a client that takes nothing for 10 s; `gone` is aborted then.
 * `writeHead` writes status and headers, together with the first bytes.
 * @throws when the source ends early, after closing the connection, since its length has been promised.
 */
export async function stream(
  res: HttpResponse,
  source: Source,
  { start, length }: Span,
  writeHead: () => void,
  gone: AbortSignal,
): Promise<void> {
  if (gone.aborted) return;
  const write = createWriter(res, length, writeHead, gone);
  for (let at = 0; at < length && !gone.aborted; ) {
    const chunk = await read(res, source, start + at, length - at, gone);
    if (gone.aborted) return;
    await write(chunk);
    at += chunk.length;
  }
}

async function read(res: HttpResponse, source: Source, position: number, max: number, gone: AbortSignal) {
  try {
    const chunk = await source.read(position, max);
    if (chunk.length === 0) throw new Error(`a file ended at ${position}, before its ${source.size} bytes`);
    return chunk;
  } catch (error) {
    if (!gone.aborted) res.close();
    throw error;
  }
}

interface Pending {
  chunk: Uint8Array;
  /** Offset of the chunk in the body. */
  start: number;
  taken: () => void;
}

/** @returns a function that resolves once the socket has all of a chunk, or the client is gone. One chunk at a time. */
function createWriter(res: HttpResponse, total: number, writeHead: () => void, gone: AbortSignal) {
  let pending: Pending | undefined;
  let isFirst = true;

  res.onWritable((offset) => {
    if (!pending) return true; // nothing to write counts as success
    const { chunk, start, taken } = pending;
    const [ok, done] = res.tryEnd(chunk.subarray(offset - start), total);
    if (ok || done) taken();
    return ok;
  });
  gone.addEventListener('abort', () => pending?.taken(), { once: true });

  return (chunk: Uint8Array): Promise<void> =>
    new Promise((resolve) => {
      const start = res.getWriteOffset();
      let hasAll = false;
      res.cork(() => {
        if (isFirst) writeHead();
        isFirst = false;
        const [ok, done] = res.tryEnd(chunk, total);
        hasAll = ok || done;
      });
      if (hasAll) return resolve();
      pending = {
        chunk,
        start,
        taken: () => {
          pending = undefined;
          resolve();
        },
      };
    });
}
