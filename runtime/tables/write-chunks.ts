import type { HttpResponse } from 'uWebSockets.js';

/** As in static-files/stream.ts: uWebSockets.js ends an exchange after 10 s without a write. */
const RETRY_MS = 4000;
/** A client that takes no byte for so long has left, or means no good. */
const STALLED_MS = 30_000;
/** What is written to find out whether there is room; more of it waits in the buffer each time that there is none. */
const PROBE_BYTES = 64;
/** Held back for the end, to find out until everything before it has left. */
const RESERVE_BYTES = 2048;

export interface ChunkWriter {
  /** Resolves once the socket has all that was written before, and has been given this text. */
  write: (text: string) => Promise<void>;
  /** The same, and ends the body. */
  end: () => Promise<void>;
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
  const room = createRoom(res, gone);
  let isFirst = true;
  /** Nothing that was written waits in the buffer. */
  let clear = true;
  let quietMs = 0;
  let held: Uint8Array = new Uint8Array();

  const put = (bytes: Uint8Array): void => {
    room.used();
    res.cork(() => {
      if (isFirst) writeHead();
      isFirst = false;
      clear = res.write(bytes);
    });
  };
  /** Puts all of it as soon as there is room, and what is needed to find that out. */
  const push = async (bytes: Uint8Array): Promise<void> => {
    for (let at = 0; at < bytes.length && !gone.aborted; ) {
      if (!clear) quietMs = (await room.wait()) ? 0 : quietMs + RETRY_MS;
      if (gone.aborted) return;
      if (deadline.aborted || quietMs >= STALLED_MS) return void res.close();
      const chunk = clear ? bytes.subarray(at) : bytes.subarray(at, at + PROBE_BYTES);
      put(chunk);
      at += chunk.length;
    }
  };

  return {
    write: async (text) => {
      const bytes = Buffer.concat([held, Buffer.from(text)]);
      const cut = Math.max(0, bytes.length - RESERVE_BYTES);
      held = bytes.subarray(cut);
      await push(bytes.subarray(0, cut));
    },
    end: async () => {
      await push(held);
      if (!gone.aborted) res.cork(() => res.end());
    },
  };
}

/** Tells when the socket can be written to again. */
function createRoom(res: HttpResponse, gone: AbortSignal) {
  let isThere = false;
  let tell: (() => void) | undefined;
  res.onWritable(() => {
    isThere = true;
    tell?.();
    return true;
  });
  return {
    /** Something was written since. */
    used: () => {
      isThere = false;
    },
    /** @returns whether there is room; false after RETRY_MS without, or when the client is gone */
    wait: async (): Promise<boolean> => {
      if (isThere || gone.aborted) return isThere;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      tell = () => resolve(true);
      const timer = setTimeout(resolve, RETRY_MS, false);
      const leave = () => resolve(false);
      gone.addEventListener('abort', leave);
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        gone.removeEventListener('abort', leave);
        tell = undefined;
      }
    },
  };
}
