import { createDefinitions } from '../domain/check-runs/definitions.ts';
import { type Dispatched, dispatch, pendingOn } from '../domain/check-runs/dispatch.ts';
import { type Received, type Recorded, recordResults } from '../domain/check-runs/record.ts';
import { devicesOf, readSchedule } from '../domain/check-runs/schedule.ts';
import { type Expired, expire, leftPending } from '../domain/check-runs/timeouts.ts';
import { createBatcher } from './batcher.ts';
import { createWheel, type Pair, TICK_MS } from './check-wheel.ts';
import type { Realtime } from './deps.ts';
import type { Hub } from './hub.ts';

/** Rows in one statement; beyond 500 nothing is gained (RECIPES.md). */
const MAX = 500;
/** While more results than this wait to be written, nobody is asked for more: what is due then runs late and is not lost. */
const RESULTS_HIGH = 5000;
/** Devices whose schedule one statement reads: a thousand rows hold up the event loop for 10 ms. */
const LOAD_MAX = 100;
/** Nobody waits for an acknowledgement or a deadline so exactly, and a statement for 40 costs half of one for 4 each. */
const GATHER_MS = 40;
/** Parts of the fleet whose schedules are read again, one in each sweep, in case an event was lost. */
const SWEEP_PARTS = 10;
/** A deadline that this schedule did not know, because an answer of the database was lost. */
const FORGOTTEN_SEC = 60;

/** Milliseconds since some moment, whatever is done to the wall clock. */
export const monotonic = (): number => performance.now();

/** Sends checks to the devices that are connected here when their time comes, and writes what they answer. */
export function createChecks({ ctx, bus, log, metrics }: Realtime, hub: Hub, clock = monotonic) {
  const definitions = createDefinitions();
  const wheel = createWheel(ctx.now().getTime() - clock(), clock());
  const alarm = {
    alertsFailed: (err: unknown, outcomes: number) => {
      metrics.alertProcessingErrors.inc(outcomes);
      log.error({ err, outcomes }, 'readings are kept, but what they mean for alerts could not be written');
    },
  };
  let stopping = false;
  const wrote = (size: number) => metrics.ingestBatch.observe(size);

  const send = (one: Dispatched) => {
    const { executionId, deadlineAt, frame } = one;
    const deadline = clock() + Math.max(0, deadlineAt - ctx.now().getTime());
    wheel.sent(one, { executionId, deadlineAt, deadline });
    if (!hub.sendText(one.deviceId, frame)) metrics.checkDispatchFailures.inc();
  };

  const dispatches = createBatcher({
    name: 'check dispatch',
    max: MAX,
    log,
    queueMax: Number.POSITIVE_INFINITY, // each check of the schedule waits once at most
    run: async (due: Pair[]) => {
      while (results.size() > RESULTS_HIGH && !stopping) await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
      if (stopping) return due.map(() => undefined);
      for (const one of await dispatch(ctx, definitions, due)) send(one);
      for (const one of due) wheel.passed(one);
      return due.map(() => undefined);
    },
  });
  const results = createBatcher({
    name: 'check results',
    max: MAX,
    log,
    wrote,
    gatherMs: GATHER_MS,
    run: async (received: Received[]): Promise<Recorded[]> => {
      const recorded = await recordResults(ctx, definitions, received, alarm);
      for (const [at, { deviceId, frame }] of received.entries())
        if (recorded[at] === 'recorded') wheel.ended({ deviceId, checkId: frame.check_id }, frame.execution_id);
      return recorded;
    },
  });
  const timeouts = createBatcher({
    name: 'check timeouts',
    max: MAX,
    log,
    run: async (expired: Expired[]) => {
      const ended = await expire(ctx, definitions, expired, alarm);
      if (ended > 0) metrics.checkTimeouts.inc(ended);
      return expired.map(() => undefined);
    },
  });
  const loads = createBatcher({
    name: 'check schedules',
    max: LOAD_MAX,
    log,
    run: async (loaded: Load[]) => {
      const ids = [...new Set(loaded.map(({ deviceId }) => deviceId))];
      for (const [deviceId, running] of await readSchedule(ctx, ids))
        if (hub.has(deviceId)) wheel.load(deviceId, running, clock());
      const greeted = loaded.flatMap(({ deviceId, greeting }) => (greeting ? [deviceId] : []));
      if (greeted.length > 0)
        for (const one of await pendingOn(ctx, definitions, greeted)) if (hub.has(one.deviceId)) send(one);
      return loaded.map(() => undefined);
    },
  });
  const queues = { dispatches, results, timeouts, loads };
  metrics.queueDepth('check_dispatch', dispatches.size);
  metrics.queueDepth('check_results', results.size);
  metrics.queueDepth('check_timeouts', timeouts.size);
  metrics.gauge(
    'rmm_checks_scheduled',
    'Checks on connected devices, each with its next time',
    () => wheel.counts().entries,
  );
  metrics.gauge('rmm_check_executions_pending', 'Executions that this process waits for', () => wheel.counts().pending);

  const reload = (deviceIds: string[]) => {
    for (const deviceId of hub.connected(deviceIds))
      loads
        .add({ deviceId, greeting: false })
        .catch((err: unknown) => log.error({ err, deviceId }, 'a schedule could not be read; the sweep repeats it'));
  };
  bus.subscribe('checks.assigned', async ({ deviceIds, checkIds }) => {
    definitions.forget(checkIds);
    if (deviceIds === 'all') return reload([...hub.all()]);
    reload(checkIds.length === 0 ? deviceIds : [...new Set([...deviceIds, ...(await devicesOf(ctx, checkIds))])]);
  });

  const expireAll = (expired: Omit<Expired, 'online'>[]) => {
    for (const one of expired)
      timeouts
        .add({ ...one, online: hub.has(one.deviceId) })
        .catch((err: unknown) => log.error({ err }, 'a timeout could not be written; the sweep repeats it'));
  };
  const dispatchAll = (due: Pair[]) => {
    let failures = 0;
    let reason: unknown;
    const failed = (one: Pair) => (error: unknown) => {
      wheel.passed(one);
      metrics.checkDispatchFailures.inc();
      reason = error;
      if (failures++ === 0)
        setImmediate(() => log.error({ err: reason, failures }, 'checks that were due could not be sent'));
    };
    for (const one of due) dispatches.add(one).catch(failed(one));
  };
  /** Executions of a former run, or whose dispatch the database made and could not say so. */
  const adopt = async (overdueSec: number) => {
    for await (const left of leftPending(ctx, overdueSec))
      for (const one of left)
        if (!wheel.isPending(one)) wheel.sent(one, { ...one, deadline: clock() + Math.max(0, one.remainingMs) });
  };
  let part = 0;
  return {
    TICK_MS,
    /** After a hello: its schedule, and what was sent on an older connection. */
    greet: (deviceId: string) => loads.add({ deviceId, greeting: true }),
    /** The device is not connected any more. What is pending keeps its deadline. */
    leave: wheel.leave,
    /** @returns once it is durable. @throws Overloaded */
    record: (received: Received, bytes: number): Promise<Recorded> => results.add(received, bytes),
    /** Called every TICK_MS; after a pause it does what has come due since. */
    tick: (): void => {
      const { due, expired } = wheel.advance(clock());
      expireAll(expired);
      dispatchAll(due);
    },
    /** Once, when the server starts. */
    adoptLeft: () => adopt(ALL),
    sweep: async (): Promise<void> => {
      await adopt(FORGOTTEN_SEC);
      const connected = [...hub.all()];
      reload(connected.filter((_, index) => index % SWEEP_PARTS === part % SWEEP_PARTS));
      part += 1;
    },
    definitions,
    alarm,
    /** Sends no more; what has arrived is written. */
    stop: async (): Promise<void> => {
      stopping = true;
      await Promise.all(Object.values(queues).map((queue) => queue.idle()));
    },
  };
}

interface Load {
  deviceId: string;
  /** It has just come: what is pending is sent again. */
  greeting: boolean;
}

/** Ten days: beyond any deadline. */
const ALL = -864_000;
