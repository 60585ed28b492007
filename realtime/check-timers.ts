import { refreshInstances } from '../domain/check-runs/effective.ts';
import { takeOfflineReadings } from '../domain/check-runs/offline.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { createGrace } from './check-grace.ts';
import { type createChecks, monotonic } from './checks.ts';
import type { Realtime } from './deps.ts';

const ASSIGN_MS = 1000;
const OFFLINE_MS = 5000;
const SWEEP_MS = 60_000;
const ADOPT_AGAIN_MS = 1000;

/** What the engine does by itself, besides answering agents. */
export function keepChecking(
  { ctx, log }: Realtime,
  scheduler: Scheduler,
  checks: ReturnType<typeof createChecks>,
  clock = monotonic,
): void {
  const grace = createGrace(ctx.now, clock);
  scheduler.every(checks.TICK_MS, 'run checks', checks.tick);
  scheduler.every(ASSIGN_MS, 'assign checks', () => refreshInstances(ctx));
  scheduler.every(SWEEP_MS, 'find what the schedule of checks has missed', checks.sweep);
  scheduler.every(OFFLINE_MS, 'tell which devices are offline', () =>
    takeOfflineReadings(ctx, checks.definitions, grace(), checks.alarm),
  );
  let adopted = false;
  scheduler.every(ADOPT_AGAIN_MS, 'find executions of a former run', async () => {
    if (adopted) return;
    await checks.adoptLeft();
    adopted = true;
    log.debug('executions of a former run are known');
  });
}
