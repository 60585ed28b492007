/** Job output: bytes in as they came, clean UTF-8 out, head and tail kept when it is long. */
import { JOB_OUTPUT_MAX_BYTES } from '../../schema/shell.ts';

/** The marker line with a 16-digit count is shorter than this. */
const MARKER_ROOM = 64;

export const omitted = (bytes: number) => `\n… ${bytes} bytes omitted …\n`;

export type KeptOutput = { text: string; truncated: boolean; bytes: number };
export type Output = ReturnType<typeof createOutput>;

/**
 * Collects output. `write` and `end` give back the text that this call completed: characters split between chunks
 * wait for their rest, invalid bytes and NUL become U+FFFD (neither JSON nor PostgreSQL takes a NUL).
 * Memory: at most `max` bytes, however much is written.
 */
export function createOutput(max = JOB_OUTPUT_MAX_BYTES) {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const headMax = max >> 1;
  const head = growingBytes(headMax);
  const tail = lastBytes(max - headMax);
  let total = 0;

  function keep(decoded: string): string {
    const text = decoded.replaceAll('\0', '\u{fffd}');
    const bytes = Buffer.from(text);
    total += bytes.length;
    tail.add(bytes.subarray(head.add(bytes)));
    return text;
  }

  return {
    write: (chunk: Uint8Array) => keep(decoder.decode(chunk, { stream: true })),
    end: () => keep(decoder.decode()),
    /** What is kept, within `limit` bytes of UTF-8. */
    kept(limit = max): KeptOutput {
      const first = head.bytes();
      const last = tail.bytes();
      if (total <= Math.min(limit, max)) {
        return { text: Buffer.concat([first, last]).toString(), truncated: false, bytes: total };
      }
      const half = Math.max(0, limit - MARKER_ROOM) >> 1;
      const ending = last.length >= half ? last : Buffer.concat([first, last]);
      const start = wholeStart(first.subarray(0, half));
      const end = wholeEnd(ending.subarray(ending.length - half));
      const marker = omitted(total - start.length - end.length);
      return { text: start.toString() + marker + end.toString(), truncated: true, bytes: total };
    },
  };
}

/** Without the incomplete character that a cut may have left at the end. */
export function wholeStart(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes.readUInt8(bytes.length - back);
    if (isContinuation(byte)) continue;
    return sequenceLength(byte) > back ? bytes.subarray(0, -back) : bytes;
  }
  return bytes;
}

/** Without the rest of a character that a cut may have left at the beginning. */
export function wholeEnd(bytes: Buffer): Buffer {
  let at = 0;
  while (at < bytes.length && isContinuation(bytes.readUInt8(at))) at++;
  return bytes.subarray(at);
}

const isContinuation = (byte: number) => (byte & 0xc0) === 0x80;
const sequenceLength = (lead: number) => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1);

/** The first `max` bytes; one buffer, since a script may write byte by byte. `add` returns how many it took. */
function growingBytes(max: number) {
  let store = Buffer.alloc(Math.min(max, 4096));
  let length = 0;
  return {
    add(bytes: Buffer): number {
      const take = Math.min(bytes.length, max - length);
      if (length + take > store.length) {
        const grown = Buffer.alloc(Math.min(max, Math.max(2 * store.length, length + take)));
        store.copy(grown, 0, 0, length);
        store = grown;
      }
      bytes.copy(store, length, 0, take);
      length += take;
      return take;
    },
    bytes: () => store.subarray(0, length),
  };
}

/** The last `max` bytes, in a ring that exists once there is something to put in. */
function lastBytes(max: number) {
  let ring: Buffer | undefined;
  let position = 0;
  let length = 0;
  return {
    add(bytes: Buffer) {
      if (bytes.length === 0) return;
      ring ??= Buffer.alloc(max);
      const last = bytes.subarray(-max);
      const first = last.copy(ring, position, 0, Math.min(last.length, max - position));
      last.copy(ring, 0, first);
      position = (position + last.length) % max;
      length = Math.min(max, length + last.length);
    },
    bytes(): Buffer {
      if (!ring) return Buffer.alloc(0);
      return length < max
        ? ring.subarray(0, length)
        : Buffer.concat([ring.subarray(position), ring.subarray(0, position)]);
    },
  };
}
