import type { Ctx } from '../domain/context.ts';
import type { Bus } from '../runtime/bus.ts';
import type { Log } from '../runtime/log.ts';
import type { Metrics } from '../runtime/metrics.ts';
import type { RateLimiter } from '../runtime/rate-limit.ts';

/** What the composition root hands to the realtime rooms. */
export interface Realtime {
  /** Id of this process's run; rows carry it. */
  instanceId: string;
  /** A context for the server's own work. */
  ctx: Ctx;
  bus: Bus;
  log: Log;
  metrics: Metrics;
  limiter: RateLimiter;
  /** The origins that browsers may come from. */
  consoleOrigins: string[];
}
