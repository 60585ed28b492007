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

export type Outbox = {
  waiting: Map<string, OutboxItem>;
  underWay: Map<string, { item: OutboxItem; bytes: number; sentAt: number }>;
  bytesUnderWay: number;
  /** Missing while there is no connection. */
  send: ((text: string) => void) | undefined;
  log: Log;
};

export function createOutbox(log: Log): Outbox {
  return { waiting: new Map(), underWay: new Map(), bytesUnderWay: 0, send: undefined, log };
}

export const isEmpty = ({ waiting, underWay }: Outbox) => waiting.size + underWay.size === 0;

/** A frame that is already under way is not added again. */
export function addToOutbox(outbox: Outbox, item: OutboxItem): void {
  if (outbox.underWay.has(item.id)) return;
  outbox.waiting.set(item.id, item);
  pump(outbox);
}

/** Takes back what has not been acknowledged; nothing happens when it is not there. */
export const withdraw = (outbox: Outbox, id: string) => void forget(outbox, id);

export function acknowledged(outbox: Outbox, id: string, refused?: string): void {
  const item = forget(outbox, id);
  if (refused !== undefined) outbox.log('warn', 'the server refused a frame', { id, reason: refused });
  try {
    item?.done();
  } catch (error) {
    outbox.log('error', 'an acknowledgement could not be recorded', { id, error: sentence(error) });
  }
  pump(outbox);
}

/** A connection is up: everything unacknowledged goes out over it, oldest first. */
export function attach(outbox: Outbox, send: (text: string) => void): void {
  const again = [...outbox.underWay.values()].map(({ item }) => item);
  const items = [...again, ...outbox.waiting.values()];
  outbox.underWay.clear();
  outbox.bytesUnderWay = 0;
  outbox.waiting = new Map(items.map((item) => [item.id, item]));
  outbox.send = send;
  pump(outbox);
}

export function detach(outbox: Outbox): void {
  outbox.send = undefined;
}

/** To be called now and then while a connection is up. */
export function repeatStale(outbox: Outbox, olderThanMs = REPEAT_AFTER_MS): void {
  const oldest = performance.now() - olderThanMs;
  for (const [id, { item, sentAt }] of outbox.underWay) {
    if (sentAt > oldest) continue;
    forget(outbox, id);
    outbox.waiting.set(id, item);
  }
  pump(outbox);
}

function pump(outbox: Outbox): void {
  for (const [id, item] of outbox.waiting) {
    if (!outbox.send || outbox.underWay.size >= WINDOW_FRAMES || outbox.bytesUnderWay >= WINDOW_BYTES) return;
    outbox.waiting.delete(id);
    const text = loadOr(outbox, item);
    if (text === undefined) continue;
    const bytes = Buffer.byteLength(text);
    outbox.underWay.set(id, { item, bytes, sentAt: performance.now() });
    outbox.bytesUnderWay += bytes;
    outbox.send(text);
  }
}

/** A file that cannot be read any more must not hold up the others. */
function loadOr({ log }: Outbox, item: OutboxItem): string | undefined {
  try {
    return item.load();
  } catch (error) {
    log('error', 'a frame to be sent is gone', { id: item.id, error: sentence(error) });
    return undefined;
  }
}

function forget(outbox: Outbox, id: string): OutboxItem | undefined {
  const sent = outbox.underWay.get(id);
  const item = sent?.item ?? outbox.waiting.get(id);
  outbox.bytesUnderWay -= sent?.bytes ?? 0;
  outbox.underWay.delete(id);
  outbox.waiting.delete(id);
  return item;
}
