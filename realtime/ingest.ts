import * as devices from '../domain/devices/presence.ts';
import { type Sampled, writeHealth } from '../domain/health/write.ts';
import * as inventory from '../domain/inventory/write.ts';
import * as delivered from '../domain/jobs/deliver.ts';
import * as jobs from '../domain/jobs/ingest.ts';
import { type Batcher, createBatcher } from './batcher.ts';
import type { Realtime } from './deps.ts';
import type { Hub } from './hub.ts';

/** Rows in one statement; beyond 500 nothing is gained (RECIPES.md). */
const MAX = 500;
/** Results may be a megabyte each. */
const RESULTS_MAX = 16;

/** Nobody waits for a sample, and few come at a time. */
const HEALTH_GATHER_MS = 250;

/** What agents report about jobs, in the order in which it came. */
export type JobReport =
  | { kind: 'accepted'; agent_id: string; job_id: string }
  | { kind: 'started'; of: jobs.Started }
  | { kind: 'output'; of: jobs.Output };

/** One batch writer for each kind of thing that agents send. */
export function createIngest({ ctx, instanceId, log, metrics }: Realtime, hub: Pick<Hub, 'holds'>) {
  const make = <I, O>(name: string, run: (items: I[]) => Promise<O[]>, max = MAX, gatherMs = 0): Batcher<I, O> =>
    createBatcher({ name, max, log, run, gatherMs, wrote: (size) => metrics.ingestBatch.observe(size) });
  const each =
    <I>(write: (items: I[]) => Promise<void>) =>
    async (items: I[]) => {
      await write(items);
      return items.map(() => undefined);
    };
  return {
    arrivals: make('arrivals', (items: devices.Arrival[]) => devices.arrive(ctx, instanceId, items)),
    departures: make(
      'departures',
      // Sockets of one device that say hello together share an epoch: while one of them lives, none has left.
      each((items: devices.Connection[]) =>
        devices.leave(
          ctx,
          items.filter(({ id, epoch }) => !hub.holds(id, epoch)),
        ),
      ),
    ),
    facts: make(
      'facts',
      each((items: devices.Arrival[]) => devices.updateFacts(ctx, items)),
    ),
    sections: make(
      'inventory',
      each((items: inventory.Received[]) => inventory.store(ctx, items)),
      50,
    ),
    reports: make(
      'job reports',
      each((items: JobReport[]) => writeReports(ctx, items)),
    ),
    health: make(
      'health',
      each((items: Sampled[]) => writeHealth(ctx, items)),
      MAX,
      HEALTH_GATHER_MS,
    ),
    results: make(
      'job results',
      each((items: jobs.Result[]) => jobs.finish(ctx, items)),
      RESULTS_MAX,
    ),
  };
}
export type Ingest = ReturnType<typeof createIngest>;

async function writeReports(ctx: Realtime['ctx'], reports: JobReport[]): Promise<void> {
  const accepted = reports.filter((report) => report.kind === 'accepted');
  const started = reports.flatMap((report) => (report.kind === 'started' ? [report.of] : []));
  const output = reports.flatMap((report) => (report.kind === 'output' ? [report.of] : []));
  if (accepted.length > 0) await delivered.accept(ctx, accepted);
  if (started.length > 0) await jobs.start(ctx, started);
  if (output.length > 0) await jobs.appendOutput(ctx, output);
}
