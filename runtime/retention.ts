import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '../domain/context.ts';
import { isDue } from '../domain/retention/clock.ts';
import { expire } from '../domain/retention/expire.ts';
import type { Log } from './log.ts';
import type { Scheduler } from './scheduler.ts';

/** Also the time after a start in which nothing is removed, so that a start is not the busiest moment. */
const LOOK_MS = 10 * 60_000;
/** By the monotonic clock: a clock on the wall that runs fast makes no more than a run a day. */
const BETWEEN_MS = 20 * 3600_000;
const PAUSE_MS = 50;

/** Expiry, once a day whether the server was restarted or not. */
export function keepRetention(scheduler: Scheduler, ctx: Ctx, log: Log): void {
  let ran: number | undefined;
  scheduler.every(LOOK_MS, 'remove history that is old enough', async () => {
    if (ran !== undefined && performance.now() - ran < BETWEEN_MS) return;
    if (!(await isDue(ctx))) return;
    ran = performance.now();
    const { clock, removed, failures } = await expire(ctx, () => sleep(PAUSE_MS));
    const rows = Object.fromEntries(Object.entries(removed).filter(([, count]) => count > 0));
    log.info({ removed: rows }, 'history that was old enough is removed');
    for (const { what, error } of failures)
      log.error({ err: error, what }, 'history that is old enough could not be removed; tomorrow it is tried again');
    if (clock.behindMs > 0)
      log.warn(
        { behindHours: Math.round(clock.behindMs / 3600_000) },
        'expiry lies behind the clock, and follows it by two days a day: the server was off, or the clock jumped',
      );
  });
}
