import type { Ctx } from '../domain/context.ts';
import { fanOut, queueDigests } from '../domain/notifications/fan-out.ts';
import { findDue, putBack } from '../domain/notifications/pending.ts';
import { tellPresence } from '../domain/notifications/presence.ts';
import type { Bus } from './bus.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Scheduler } from './scheduler.ts';

const BATCH = 200;
const LOOK_MS = 1000;
const PRESENCE_MS = 15_000;

interface Worker {
  ctx: Ctx;
  log: Log;
  metrics: Metrics;
}

/** Turns notices into mail and deliveries: at once when the bus says so, and each second, which alone would do. */
export function createNoticeWorker(worker: Worker, bus: Bus, scheduler: Scheduler): { stop: () => Promise<void> } {
  const { ctx, log } = worker;
  const started = performance.now();
  let stopped = false;
  let again = false;
  let running: Promise<void> | undefined;
  /** One round at a time; whoever asks meanwhile has another one follow. */
  const look = (): Promise<void> => {
    again = true;
    running ??= (async () => {
      try {
        while (again && !stopped) {
          again = false;
          await workOff(worker, () => stopped);
        }
      } finally {
        running = undefined;
      }
    })();
    return running;
  };
  bus.subscribe('notices.noted', look);
  scheduler.every(LOOK_MS, 'tell what was noted', look);
  scheduler.every(PRESENCE_MS, 'tell which devices went and came', async () => {
    // By the process's own clock: one that jumps must not make every agent late that has not come back yet.
    const { offline, online } = await tellPresence(ctx, performance.now() - started);
    if (offline + online > 0) log.info({ offline, online }, 'devices went offline or came back');
  });
  return {
    stop: async () => {
      stopped = true;
      await running?.catch(() => undefined); // whoever started it hears of it
    },
  };
}

async function workOff(worker: Worker, isStopped: () => boolean): Promise<void> {
  while (!isStopped()) {
    const { noticeIds, digests } = await findDue(worker.ctx, BATCH);
    if (digests) await queueDigests(worker.ctx);
    if (noticeIds.length > 0) await fanOutWithout(worker, noticeIds);
    if (noticeIds.length < BATCH) return;
  }
}

/**
 * All of them in one transaction; when that fails, each half by itself, down to the one that is at fault: it is put back and
 * holds up nobody else. @throws while the database is away, which is nobody's fault
 */
async function fanOutWithout(worker: Worker, ids: string[]): Promise<void> {
  const { ctx, log, metrics } = worker;
  try {
    await fanOut(ctx, ids);
  } catch (err) {
    metrics.alertProcessingErrors.inc();
    await ctx.sql`select 1`;
    const [id = ''] = ids;
    if (ids.length > 1) {
      const half = Math.ceil(ids.length / 2);
      await fanOutWithout(worker, ids.slice(0, half));
      await fanOutWithout(worker, ids.slice(half));
      return;
    }
    const givenUp = await putBack(ctx, id, err instanceof Error ? err.message : String(err));
    log.error(
      { err, notice: id },
      givenUp ? 'a notice cannot be told and was given up' : 'a notice could not be told yet',
    );
  }
}
