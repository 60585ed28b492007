/**
 * Output on its way to whoever watches: coalesced, and dropped rather than queued when the connection is behind or
 * gone, since the result carries what is kept anyway.
 */
import { JOB_OUTPUT_MAX_BYTES } from '../../schema/shell.ts';

const FLUSH_MS = 100;
const FLUSH_BYTES = 16 * 1024;
/** JobOutput.text holds at most 256 Ki units. */
const PIECE_MAX_UNITS = 128 * 1024;

/** Sends a piece if it can go out now; `offset` is in bytes of UTF-8 since the start. */
export type SendPiece = (offset: number, text: string) => void;

/** Streams the first `max` bytes; of a job that prints more, head and tail are seen when it ends. */
export function createStream(send: SendPiece, max = JOB_OUTPUT_MAX_BYTES) {
  let pending = '';
  let offset = 0;
  let timer: NodeJS.Timeout | undefined;

  function flush() {
    clearTimeout(timer);
    timer = undefined;
    while (pending && offset < max) {
      // A surrogate pair at the cut stays together in the next piece.
      const piece = pending.slice(0, PIECE_MAX_UNITS).replace(/[\ud800-\udbff]$/, '');
      send(offset, piece);
      offset += Buffer.byteLength(piece);
      pending = pending.slice(piece.length);
    }
    pending = '';
  }

  return {
    push(text: string) {
      if (text === '' || offset >= max) return;
      pending += text;
      // Units are at most a third of the bytes: close enough for a threshold.
      if (pending.length >= FLUSH_BYTES) flush();
      else timer ??= setTimeout(flush, FLUSH_MS);
    },
    /** The job ended: its result is about to follow, so that what waits need not go out. */
    end() {
      clearTimeout(timer);
      pending = '';
      offset = max;
    },
  };
}
