import { createEntries, createNames, NONE } from './check-entries.ts';
import { FIRST_SPREAD_MS, firstDue, nextDue, phaseOf } from './check-phase.ts';
import { createSlots, NEVER } from './check-slots.ts';

/** Fine enough that a fleet's checks come evenly: at 10,000 a second a thousand at once. */
export const TICK_MS = 100;
/** One round takes 410 s. */
const SLOTS = 4096;

/** A check as it is to run on a connected device. */
export interface Scheduled {
  checkId: string;
  intervalSec: number;
  /** Since it was last sent there; null when it never was. */
  ageMs: number | null;
}

export interface Pair {
  deviceId: string;
  checkId: string;
}

export interface Sent {
  executionId: string;
  /** Of the monotonic clock, in ms. */
  deadline: number;
  /** As it was written with the execution, in ms since 1970. */
  deadlineAt: number;
}

export interface Overdue extends Pair {
  /** As it was given to `sent`. */
  deadlineAt: number;
}

/** The random end of an id tells two executions of one check apart. */
const mark = (executionId: string): number => Number.parseInt(executionId.slice(-8), 16);

export type Wheel = ReturnType<typeof createWheel>;

/**
 * The schedule of all checks on the devices that are connected here, and the deadlines of what was sent, also to devices that
 * have gone since. Its clock is monotonic, so that nothing happens when somebody sets the wall clock. It decides nothing:
 * what may run and what is pending is in check_instances.
 * `wallClock`: ms since 1970 at 0 of the monotonic clock: places the grid, so that a check keeps its place over a restart.
 */
export function createWheel(wallClock: number, startedAt: number) {
  const entries = createEntries();
  const slots = createSlots(entries, SLOTS);
  const devices = createNames();
  const checks = createNames();
  /** First entry of each device. */
  const heads: number[] = [];
  let reached = Math.floor(startedAt / TICK_MS);
  const counts = { queued: 0, pending: 0 };

  const get = (column: 'device' | 'check' | 'phase' | 'intervalSec' | 'due' | 'deadline' | 'sibling', entry: number) =>
    entries.columns[column][entry] ?? 0;
  const toTick = (ms: number) => Math.max(reached + 1, Math.ceil(ms / TICK_MS));
  const setQueued = (entry: number, value: 0 | 1) => {
    counts.queued += value - (entries.columns.queued[entry] ?? 0);
    entries.columns.queued[entry] = value;
  };
  const setDeadline = (entry: number, tick: number) => {
    counts.pending += Number(tick !== 0) - Number(get('deadline', entry) !== 0);
    entries.columns.deadline[entry] = tick;
  };

  const siblings = function* (deviceId: string): Generator<number> {
    const device = devices.indexOf(deviceId);
    for (let entry = device === NONE ? NONE : (heads[device] ?? NONE); entry !== NONE; ) {
      const next = get('sibling', entry);
      yield entry;
      entry = next;
    }
  };
  const find = ({ deviceId, checkId }: Pair): number => {
    const check = checks.indexOf(checkId);
    const device = check === NONE ? NONE : devices.indexOf(deviceId);
    let entry = device === NONE ? NONE : (heads[device] ?? NONE);
    while (entry !== NONE && get('check', entry) !== check) entry = get('sibling', entry);
    return entry;
  };
  /** Waits for nothing yet; `change` puts it into the wheel. */
  const add = ({ deviceId, checkId }: Pair): number => {
    const head = devices.indexOf(deviceId) === NONE ? NONE : heads[devices.indexOf(deviceId)];
    const entry = entries.take();
    const device = devices.take(deviceId);
    entries.columns.device[entry] = device;
    entries.columns.check[entry] = checks.take(checkId);
    entries.columns.phase[entry] = phaseOf(checkId, deviceId);
    entries.columns.intervalSec[entry] = 0;
    entries.columns.due[entry] = NEVER;
    entries.columns.deadline[entry] = 0;
    entries.columns.queued[entry] = 0;
    entries.columns.sibling[entry] = head ?? NONE;
    heads[device] = entry;
    slots.put(entry);
    return entry;
  };
  const forget = (entry: number) => {
    const device = get('device', entry);
    const after = get('sibling', entry);
    if (heads[device] === entry) heads[device] = after;
    else {
      let before = heads[device] ?? NONE;
      while (get('sibling', before) !== entry) before = get('sibling', before);
      entries.columns.sibling[before] = after;
    }
    setQueued(entry, 0);
    checks.release(get('check', entry));
    devices.release(device);
    entries.release(entry);
  };
  /** Takes the entry out of the wheel, changes it, and puts it where it belongs now: nowhere, if it waits for nothing. */
  const change = (entry: number, work: () => void) => {
    slots.take(entry);
    work();
    if (get('due', entry) === NEVER && get('deadline', entry) === 0) forget(entry);
    else slots.put(entry);
  };
  const stopRunning = (entry: number) =>
    change(entry, () => {
      entries.columns.due[entry] = NEVER;
      setQueued(entry, 0);
    });

  const schedule = (entry: number, { intervalSec, ageMs }: Scheduled, now: number) =>
    change(entry, () => {
      // What never ran, since it was not approved, may run now: its next time may be a day away.
      const early = ageMs === null && get('due', entry) > toTick(now + FIRST_SPREAD_MS);
      if (get('due', entry) !== NEVER && get('intervalSec', entry) === intervalSec && !early) return;
      entries.columns.intervalSec[entry] = intervalSec;
      const pace = { intervalMs: intervalSec * 1000, ageMs, phase: get('phase', entry) };
      entries.columns.due[entry] = toTick(firstDue(now, pace, wallClock));
    });

  const fire = (entry: number, now: number, due: Pair[], expired: Overdue[]) =>
    change(entry, () => {
      const pair = { deviceId: devices.nameOf(get('device', entry)), checkId: checks.nameOf(get('check', entry)) };
      const deadline = get('deadline', entry);
      if (deadline !== 0 && deadline <= reached) {
        expired.push({ ...pair, deadlineAt: entries.columns.deadlineAt[entry] ?? 0 });
        setDeadline(entry, 0);
      }
      if (get('due', entry) > reached) return;
      if (entries.columns.queued[entry] === 0) due.push(pair);
      setQueued(entry, 1);
      entries.columns.due[entry] = toTick(
        nextDue(now, get('intervalSec', entry) * 1000, get('phase', entry), wallClock),
      );
    });

  return {
    /** What runs on a device that is connected; what else was known of it runs no more. `now` is of the monotonic clock, in ms. */
    load: (deviceId: string, scheduled: readonly Scheduled[], now: number): void => {
      const wanted = new Set(scheduled.map(({ checkId }) => checks.indexOf(checkId)));
      for (const entry of siblings(deviceId)) if (!wanted.has(get('check', entry))) stopRunning(entry);
      for (const one of scheduled) {
        const known = find({ deviceId, checkId: one.checkId });
        schedule(known === NONE ? add({ deviceId, checkId: one.checkId }) : known, one, now);
      }
    },
    /** The device is not connected any more. */
    leave: (deviceId: string): void => {
      for (const entry of siblings(deviceId)) stopRunning(entry);
    },
    /** An execution is pending. */
    sent: (pair: Pair, { executionId, deadline, deadlineAt }: Sent): void => {
      const known = find(pair);
      const entry = known === NONE ? add(pair) : known;
      change(entry, () => {
        setQueued(entry, 0);
        setDeadline(entry, toTick(deadline));
        entries.columns.execution[entry] = mark(executionId);
        entries.columns.deadlineAt[entry] = deadlineAt;
      });
    },
    /** Nothing was sent of what came due. */
    passed: (pair: Pair): void => {
      const entry = find(pair);
      if (entry !== NONE) setQueued(entry, 0);
    },
    isPending: (pair: Pair): boolean => {
      const entry = find(pair);
      return entry !== NONE && get('deadline', entry) !== 0;
    },
    /** This execution is pending no more; a later one of the same check may be. */
    ended: (pair: Pair, executionId: string): void => {
      const entry = find(pair);
      if (entry === NONE || get('deadline', entry) === 0) return;
      if (entries.columns.execution[entry] === mark(executionId)) change(entry, () => setDeadline(entry, 0));
    },
    /** What came due, and what has timed out, until `now`: every tick since the last call, however long ago that was. */
    advance: (now: number): { due: Pair[]; expired: Overdue[] } => {
      const due: Pair[] = [];
      const expired: Overdue[] = [];
      // After more than a round each slot has been looked at once.
      const until = Math.floor(now / TICK_MS);
      const from = Math.max(reached + 1, until - SLOTS + 1);
      reached = until;
      for (let tick = from; tick <= until; tick++)
        for (const entry of slots.dueAt(tick)) fire(entry, now, due, expired);
      return { due, expired };
    },
    /** Entries, those that came due and are not sent yet, and executions under way. */
    counts: () => ({ entries: entries.size(), ...counts }),
  };
}
