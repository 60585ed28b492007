import type { HttpResponse } from 'uWebSockets.js';

/** As in static-files/stream.ts: uWebSockets.js ends an exchange after 10 s without a write. */
const RETRY_MS = 4000;
/** A client that takes no byte for so long has left, or means no good. */
const STALLED_MS = 30_000;
/** What is written to find out whether there is room; more of it waits in the buffer each time that there is none. */
const PROBE_BYTES = 256;

export interface ChunkWriter {
  /** Resolves once the socket has taken the text up to a few hundred bytes, or the client is gone. */
  write: (text: string) => Promise<void>;
  /** Ends the body. */
  end: () => void;
}

/**
 * Writes a body whose length nobody knows (chunked, RFC 9112, 7.1), no faster than the client takes it. In this build of
 * uWebSockets.js `write` always takes all, says whether something stays in its buffer, and a buffer is emptied by the next
 * `write` alone: so a little is written when the socket has room, until nothing stays behind. The exchange of a client that
 * takes nothing for STALLED_MS is ended, and so is one at `deadline`; `gone` is aborted then.
 */
export function createChunkWriter(
  res: HttpResponse,
  writeHead: () => void,
  gone: AbortSignal,
  deadline: AbortSignal,
): ChunkWriter {
  let isFirst = true;
  let wake: (() => void) | undefined;
  res.onWritable(() => {
    wake?.();
    return true;
  });
  const put = (bytes: Uint8Array): boolean => {
    let clear = false;
    res.cork(() => {
      if (isFirst) writeHead();
      isFirst = false;
      clear = res.write(bytes);
    });
    return clear;
  };
  const room = async (): Promise<'room' | 'late' | 'gone'> => {
    const { promise, resolve } = Promise.withResolvers<'room' | 'late' | 'gone'>();
    wake = () => resolve('room');
    const timer = setTimeout(resolve, RETRY_MS, 'late');
    const leave = () => resolve('gone');
    gone.addEventListener('abort', leave);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      gone.removeEventListener('abort', leave);
      wake = undefined;
    }
  };

  return {
    write: async (text) => {
      const bytes = Buffer.from(text);
      let quietMs = 0;
      for (let at = 0, clear = true; at < bytes.length && !gone.aborted; ) {
        if (deadline.aborted || quietMs >= STALLED_MS) return void res.close();
        const chunk = clear ? bytes.subarray(at) : bytes.subarray(at, at + PROBE_BYTES);
        clear = put(chunk);
        at += chunk.length;
        if (clear) continue;
        const outcome = await room();
        quietMs = outcome === 'late' ? quietMs + RETRY_MS : 0;
      }
    },
    end: () => {
      if (!gone.aborted) res.cork(() => res.end());
    },
  };
}
