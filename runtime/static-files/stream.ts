import type { HttpResponse } from 'uWebSockets.js';
import type { Span } from './conditions.ts';
import type { Source } from './source.ts';

/**
 * uWebSockets.js ends an exchange after 10 s without a write. A slow client reads all that time, but the kernel says that
 * a socket can be written only when a third of its buffer is free: at 50 KB/s and 4 MB that is after 26 s. So we try again
 * meanwhile, which both takes what room there is and starts the 10 s anew.
 */
const RETRY_MS = 4000;
/** A client that takes no byte for so long has left, or means no good. */
const STALLED_MS = 30_000;

/**
 * Sends a span of the source as the body, no faster than the client takes it: the next chunk is read once the socket has
 * the last one. Ends the exchange of a client that takes nothing for STALLED_MS; `gone` is aborted then.
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

/** @returns a function that resolves once the socket has all of a chunk, or the client is gone. One chunk at a time. */
function createWriter(res: HttpResponse, total: number, writeHead: () => void, gone: AbortSignal) {
  let proceed: ((offset: number) => boolean) | undefined;
  let isFirst = true;
  res.onWritable((offset) => proceed?.(offset) ?? true); // nothing to write counts as success

  return async (chunk: Uint8Array): Promise<void> => {
    const start = res.getWriteOffset();
    let hasAll = false;
    res.cork(() => {
      if (isFirst) writeHead();
      isFirst = false;
      hasAll = isTaken(res.tryEnd(chunk, total));
    });
    if (hasAll) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    proceed = (offset) => {
      const taken = isTaken(res.tryEnd(chunk.subarray(offset - start), total));
      if (taken) {
        proceed = undefined;
        resolve();
      }
      return taken;
    };
    const watch = setInterval(keepTrying(res, proceed), RETRY_MS);
    const leave = () => resolve();
    gone.addEventListener('abort', leave);
    await promise;
    clearInterval(watch);
    gone.removeEventListener('abort', leave);
  };
}

const isTaken = ([ok, done]: [boolean, boolean]): boolean => ok || done;

/** @returns what is to be called every RETRY_MS while a chunk waits. */
function keepTrying(res: HttpResponse, proceed: (offset: number) => boolean): () => void {
  let offset = res.getWriteOffset();
  let quietMs = 0;
  return () => {
    const reached = res.getWriteOffset();
    quietMs = reached > offset ? 0 : quietMs + RETRY_MS;
    offset = reached;
    if (quietMs < STALLED_MS) proceed(reached);
    else res.close();
  };
}
