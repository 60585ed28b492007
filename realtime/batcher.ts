import type { Log } from '../runtime/log.ts';

/** How many items wait at most, whatever the database does; past it an item is refused and its sender told to come back. */
const QUEUE_MAX = 50_000;
/** And how much they may hold together, since one frame may be 4 MiB. */
const QUEUE_MAX_BYTES = 256 * 1024 * 1024;
/** Larger statements are slower than several: 500 pieces of output of 256 KiB held up the event loop for seconds. */
const BATCH_MAX_BYTES = 8 * 1024 * 1024;
const RETRY_FIRST_MS = 100;
const RETRY_LAST_MS = 2000;

export interface BatcherOptions<I, O> {
  name: string;
  /** Items in one statement at most. */
  max: number;
  /** Does the work of many; answers in their order. */
  run: (items: I[]) => Promise<O[]>;
  log: Log;
  /** Size of each batch that was written. */
  wrote?: (size: number) => void;
  /** Waits so long for more before it writes less than `max`, where nobody waits for the answer: a statement costs more than its rows. */
  gatherMs?: number;
  /** Items that may wait; default QUEUE_MAX. For those whose number is bounded by itself. */
  queueMax?: number;
}

/** Too many items wait: the database does not keep up, or is away. */
export class Overloaded extends Error {}

interface Waiting<I, O> {
  item: I;
  bytes: number;
  resolve: (value: O) => void;
  reject: (error: unknown) => void;
}

export interface Batcher<I, O> {
  /** `bytes`: about what the item weighs, for those that may be large. @throws Overloaded */
  add: (item: I, bytes?: number) => Promise<O>;
  /** Items that wait. */
  size: () => number;
  /** Waits until everything that was added has been answered. */
  idle: () => Promise<void>;
}

/**
 * Gathers items while a batch is being written and writes them together next: no delay when there is little to do, large
 * statements when there is much (RECIPES.md: 90,000 rows/s in batches of 500, 9,000 one at a time). Batches run one after
 * another, so that what a device sent first is written first. While the database is away items wait and are tried
 * again; an item that makes its batch fail is found by halving, and it alone is rejected.
 */
export function createBatcher<I, O>(options: BatcherOptions<I, O>): Batcher<I, O> {
  const { name, max, log, gatherMs = 0, queueMax = QUEUE_MAX } = options;
  let queue: Waiting<I, O>[] = [];
  let queuedBytes = 0;
  let working: Promise<void> | undefined;

  const write = async (batch: Waiting<I, O>[]): Promise<void> => {
    try {
      const answers = await retrying(() => options.run(batch.map(({ item }) => item)), name, log);
      options.wrote?.(batch.length);
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as O);
    } catch (error) {
      if (batch.length === 1) {
        log.error({ err: error, batcher: name }, 'an item cannot be written and is dropped');
        batch[0]?.reject(error);
        return;
      }
      const middle = batch.length >> 1;
      await write(batch.slice(0, middle));
      await write(batch.slice(middle));
    }
  };

  const drain = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve)); // what arrives in the same turn of the event loop goes together
    while (queue.length > 0) {
      if (gatherMs > 0 && queue.length < max) await new Promise((resolve) => setTimeout(resolve, gatherMs));
      const size = nextSize(queue, max);
      const batch = queue.slice(0, size);
      queue = queue.slice(size);
      for (const { bytes } of batch) queuedBytes -= bytes;
      await write(batch);
    }
    working = undefined;
  };

  return {
    add: (item, bytes = 0) =>
      new Promise<O>((resolve, reject) => {
        if (queue.length >= queueMax || queuedBytes >= QUEUE_MAX_BYTES)
          return reject(new Overloaded(`${name}: ${queue.length} items of ${queuedBytes} bytes wait`));
        queue.push({ item, bytes, resolve, reject });
        queuedBytes += bytes;
        working ??= drain();
      }),
    size: () => queue.length,
    idle: async () => {
      while (working) await working;
    },
  };
}

/** Items of the next batch: one at least, however large it is. */
function nextSize(queue: { bytes: number }[], max: number): number {
  let bytes = 0;
  let size = 0;
  for (const item of queue.slice(0, max)) {
    bytes += item.bytes;
    if (size > 0 && bytes > BATCH_MAX_BYTES) break;
    size += 1;
  }
  return size;
}

/** SQLSTATE classes that time mends: connection, resources, operator intervention, deadlock; and what the socket says. */
const passing = /^(08|53|57|40)|^(ECONN|EPIPE|ENOENT|CONNECT|ETIMEDOUT)/;

const isPassing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && passing.test(error.code);

async function retrying<T>(work: () => Promise<T>, name: string, log: Log): Promise<T> {
  for (let wait = RETRY_FIRST_MS; ; wait = Math.min(wait * 2, RETRY_LAST_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error)) throw error;
      log.warn({ err: error, batcher: name }, 'the database does not take this yet; trying again');
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
