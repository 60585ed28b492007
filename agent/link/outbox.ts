/**
 * Frames that the server must acknowledge, in order: each goes out once per connection and again over the next one,
 * until its ack. A window bounds what is under way.
 */
import type { Log } from '../log.ts';
import { sentence } from '../text.ts';

const WINDOW_BYTES = 4 * 1024 * 1024;
const WINDOW_FRAMES = 64;
/** A server that could not store a frame (its database was away) says nothing; it gets it again after this long. */
const REPEAT_AFTER_MS = 120_000;

export type OutboxItem = {
  id: string;
  /** The frame as JSON; read when it goes out, so that the spool's results need not be in memory. */
  load: () => string;
  /** The server has it, or refused it for good. */
  done: () => void;
};
export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox(log: Log) {
  const waiting = new Map<string, OutboxItem>();
  const underWay = new Map<string, { item: OutboxItem; bytes: number; sentAt: number }>();
  let bytesUnderWay = 0;
  let send: ((text: string) => void) | undefined;

  function pump() {
    for (const [id, item] of waiting) {
      if (!send || underWay.size >= WINDOW_FRAMES || bytesUnderWay >= WINDOW_BYTES) return;
      waiting.delete(id);
      const text = loadOr(item);
      if (text === undefined) continue;
      const bytes = Buffer.byteLength(text);
      underWay.set(id, { item, bytes, sentAt: performance.now() });
      bytesUnderWay += bytes;
      send(text);
    }
  }

  /** A file that cannot be read any more must not hold up the others. */
  function loadOr(item: OutboxItem): string | undefined {
    try {
      return item.load();
    } catch (error) {
      log('error', 'a frame to be sent is gone', { id: item.id, error: sentence(error) });
      return undefined;
    }
  }

  function forget(id: string): OutboxItem | undefined {
    const sent = underWay.get(id);
    bytesUnderWay -= sent?.bytes ?? 0;
    underWay.delete(id);
    const item = sent?.item ?? waiting.get(id);
    waiting.delete(id);
    return item;
  }

  return {
    isEmpty: () => waiting.size + underWay.size === 0,

    add(item: OutboxItem) {
      if (underWay.has(item.id)) return;
      waiting.set(item.id, item);
      pump();
    },

    /** Takes back what has not been acknowledged; nothing happens when it is not there. */
    withdraw(id: string) {
      forget(id);
    },

    acknowledge(id: string, refused?: string) {
      const item = forget(id);
      if (refused !== undefined) log('warn', 'the server refused a frame', { id, reason: refused });
      try {
        item?.done();
      } catch (error) {
        log('error', 'an acknowledgement could not be recorded', { id, error: sentence(error) });
      }
      pump();
    },

    /** A connection is up: everything unacknowledged goes out over it, oldest first. */
    attach(sendText: (text: string) => void) {
      send = sendText;
      const again = [...underWay.values()].map(({ item }) => item);
      const rest = [...waiting.values()];
      underWay.clear();
      waiting.clear();
      bytesUnderWay = 0;
      for (const item of [...again, ...rest]) waiting.set(item.id, item);
      pump();
    },

    detach() {
      send = undefined;
    },

    /** To be called now and then while a connection is up. */
    repeatStale(olderThanMs = REPEAT_AFTER_MS) {
      const oldest = performance.now() - olderThanMs;
      for (const [id, { item, sentAt }] of underWay) {
        if (sentAt > oldest) continue;
        forget(id);
        waiting.set(id, item);
      }
      pump();
    },
  };
}
