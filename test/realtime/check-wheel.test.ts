import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createGrace } from '../../realtime/check-grace.ts';
import { firstDue, nextDue, phaseOf } from '../../realtime/check-phase.ts';
import { createWheel, type Scheduled, TICK_MS } from '../../realtime/check-wheel.ts';

const WALL = 1_790_000_000_000;
const check = (checkId: string, intervalSec = 60, ageMs: number | null = 0): Scheduled => ({
  checkId,
  intervalSec,
  ageMs,
});

/** What a wheel hands out between two moments, looked at every tick: `at` in ms. */
function watch(wheel: ReturnType<typeof createWheel>, from: number, to: number) {
  const due: { at: number; name: string }[] = [];
  const expired: { at: number; name: string; deadlineAt: number }[] = [];
  for (let at = from; at <= to; at += TICK_MS) {
    const happened = wheel.advance(at);
    for (const pair of happened.due) {
      due.push({ at, name: `${pair.checkId} on ${pair.deviceId}` });
      wheel.passed(pair);
    }
    for (const { deadlineAt, ...pair } of happened.expired)
      expired.push({ at, name: `${pair.checkId} on ${pair.deviceId}`, deadlineAt });
  }
  return { due, expired };
}
const sent = (executionId: string, deadline: number) => ({ executionId, deadline, deadlineAt: deadline + WALL });

describe('the schedule', () => {
  test('runs each check once in its interval, always at its own place', () => {
    const wheel = createWheel(WALL, 0);
    wheel.load('d', [check('a', 10), check('b', 60)], 0);
    const { due } = watch(wheel, 0, 600_000);
    const times = (name: string) => due.filter((one) => one.name === name).map(({ at }) => at);
    expect(times('a on d').length).toBeGreaterThanOrEqual(59);
    expect(times('b on d').length).toBeGreaterThanOrEqual(9);
    for (const [name, interval] of [
      ['a on d', 10_000],
      ['b on d', 60_000],
    ] as const) {
      const all = times(name);
      for (const [n, at] of all.slice(1).entries()) expect(at - (all[n] ?? 0)).toBe(interval);
    }
  });

  test('spreads the checks of a fleet evenly over the interval', () => {
    const wheel = createWheel(WALL, 0);
    for (let device = 0; device < 1000; device++) wheel.load(`device-${device}`, [check('a'), check('b')], 0);
    const { due } = watch(wheel, 0, 120_000);
    const seconds = Array.from({ length: 60 }, () => 0);
    for (const { at } of due.filter((one) => one.at >= 60_000))
      seconds[Math.floor(at / 1000) % 60] = (seconds[Math.floor(at / 1000) % 60] ?? 0) + 1;
    expect(Math.max(...seconds)).toBeLessThan(70);
    expect(Math.min(...seconds)).toBeGreaterThan(8);
  });

  test('does late what came due while nobody looked, each once, and then goes on as before', () => {
    const wheel = createWheel(WALL, 0);
    for (let device = 0; device < 100; device++) wheel.load(`device-${device}`, [check('a', 10)], 0);
    expect(wheel.advance(3_600_000).due).toHaveLength(100);
    for (let device = 0; device < 100; device++) wheel.passed({ deviceId: `device-${device}`, checkId: 'a' });
    const { due } = watch(wheel, 3_600_100, 3_620_000);
    expect(due.length).toBeGreaterThanOrEqual(120);
    expect(due.length).toBeLessThanOrEqual(250);
  });

  test('hands out nothing a second time that has not been sent or passed over', () => {
    const wheel = createWheel(WALL, 0);
    wheel.load('d', [check('a', 10)], 0);
    expect(wheel.advance(20_000).due).toHaveLength(1);
    expect(wheel.counts().queued).toBe(1);
    expect(wheel.advance(60_000).due).toEqual([]);
    wheel.passed({ deviceId: 'd', checkId: 'a' });
    expect(wheel.advance(80_000).due).toHaveLength(1);
  });

  test('follows what runs on a device: new ones come soon, those that are gone do not', () => {
    const wheel = createWheel(WALL, 0);
    wheel.load('d', [check('a'), check('b')], 0);
    wheel.load('d', [check('b'), check('c', 86_400, null)], 1000);
    const { due } = watch(wheel, 1000, 120_000);
    expect(due.filter(({ name }) => name === 'a on d')).toEqual([]);
    expect(due.filter(({ name, at }) => name === 'c on d' && at <= 5000)).toHaveLength(1);
    expect(wheel.counts().entries).toBe(2);
  });

  test('takes up what never ran, because it was not approved, as soon as it is read again', () => {
    const wheel = createWheel(WALL, 0);
    wheel.load('d', [check('a', 86_400, null)], 0);
    expect(watch(wheel, 0, 5000).due).toHaveLength(1);
    wheel.load('d', [check('a', 86_400, null)], 60_000);
    expect(watch(wheel, 5100, 64_000).due).toHaveLength(1);
  });

  test('of a device that left ends, and takes up the same places when it comes back', () => {
    const wheel = createWheel(WALL, 0);
    wheel.load('d', [check('a')], 0);
    const [first] = watch(wheel, 0, 60_000).due;
    wheel.leave('d');
    expect(wheel.counts().entries).toBe(0);
    expect(watch(wheel, 60_100, 300_000).due).toEqual([]);
    wheel.load('d', [check('a', 60, 20_000)], 300_000);
    const [again] = watch(wheel, 300_000, 400_000).due;
    expect(((again?.at ?? 0) - (first?.at ?? 0)) % 60_000).toBe(0);
  });
});

describe('a deadline', () => {
  test('passes once, also when the device has left meanwhile', () => {
    const wheel = createWheel(WALL, 0);
    wheel.load('d', [check('a', 86_400)], 0);
    wheel.sent({ deviceId: 'd', checkId: 'a' }, sent('00000000-0000-7000-8000-000000000001', 5000));
    wheel.leave('d');
    expect(wheel.counts()).toEqual({ entries: 1, queued: 0, pending: 1 });
    expect(watch(wheel, 0, 60_000).expired).toEqual([{ at: 5000, name: 'a on d', deadlineAt: 5000 + WALL }]);
    expect(wheel.counts()).toEqual({ entries: 0, queued: 0, pending: 0 });
  });

  test('is over with its result, and not with that of an earlier execution', () => {
    const wheel = createWheel(WALL, 0);
    const pair = { deviceId: 'd', checkId: 'a' };
    wheel.sent(pair, sent('00000000-0000-7000-8000-000000000001', 5000));
    wheel.ended(pair, '00000000-0000-7000-8000-0000000000ff');
    expect(wheel.isPending(pair)).toBe(true);
    wheel.ended(pair, '00000000-0000-7000-8000-000000000001');
    expect(watch(wheel, 0, 60_000).expired).toEqual([]);
    expect(wheel.counts().entries).toBe(0);
  });

  test('that lies beyond a whole round of the wheel is kept', () => {
    const wheel = createWheel(WALL, 0);
    wheel.sent({ deviceId: 'd', checkId: 'a' }, sent('00000000-0000-7000-8000-000000000001', 3_600_000));
    expect(watch(wheel, 0, 3_599_900).expired).toEqual([]);
    expect(wheel.advance(3_600_000).expired).toHaveLength(1);
  });
});

test('whatever happens to it, the wheel knows exactly what runs and what is pending', () => {
  const names = fc.constantFrom('a', 'b', 'c');
  const step = fc.oneof(
    fc.record({ do: fc.constant('load' as const), device: names, checks: fc.uniqueArray(names) }),
    fc.record({ do: fc.constant('leave' as const), device: names }),
    fc.record({
      do: fc.constant('sent' as const),
      device: names,
      check: names,
      after: fc.integer({ min: 1, max: 900_000 }),
    }),
    fc.record({ do: fc.constant('ended' as const), device: names, check: names }),
    fc.record({ do: fc.constant('advance' as const), by: fc.integer({ min: 0, max: 600_000 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const wheel = createWheel(WALL, 0);
      const running = new Set<string>();
      const pending = new Map<string, number>();
      let now = 0;
      for (const one of steps) {
        if (one.do === 'load') {
          for (const name of [...running]) if (name.startsWith(one.device)) running.delete(name);
          for (const name of one.checks) running.add(`${one.device}${name}`);
          wheel.load(
            one.device,
            one.checks.map((name) => check(name)),
            now,
          );
        } else if (one.do === 'leave') {
          for (const name of [...running]) if (name.startsWith(one.device)) running.delete(name);
          wheel.leave(one.device);
        } else if (one.do === 'advance') {
          now += one.by;
          const { due, expired } = wheel.advance(now);
          for (const pair of due) expect(running).toContain(`${pair.deviceId}${pair.checkId}`);
          for (const pair of expired) expect(pending.delete(`${pair.deviceId}${pair.checkId}`)).toBe(true);
          for (const deadline of pending.values()) expect(deadline).toBeGreaterThan(now - TICK_MS);
        } else {
          const [pair, name] = [{ deviceId: one.device, checkId: one.check }, `${one.device}${one.check}`];
          const executionId = '00000000-0000-7000-8000-000000000001';
          if (one.do === 'sent') {
            pending.set(name, now + one.after);
            wheel.sent(pair, sent(executionId, now + one.after));
          } else {
            pending.delete(name);
            wheel.ended(pair, executionId);
          }
        }
        expect(wheel.counts().pending).toBe(pending.size);
        expect(wheel.counts().entries).toBe(new Set([...running, ...pending.keys()]).size);
      }
    }),
  );
});

describe('when a check runs', () => {
  const pace = fc.record({
    intervalMs: fc.integer({ min: 10_000, max: 86_400_000 }),
    ageMs: fc.option(fc.integer({ min: -86_400_000, max: 200_000_000 })),
    phase: fc.nat({ max: 0xffffffff }),
  });

  test('it is never later than an interval and a half, and never at once if it has just run', () => {
    fc.assert(
      fc.property(pace, fc.nat({ max: 1e9 }), (one, now) => {
        const due = firstDue(now, one, WALL);
        expect(due).toBeGreaterThanOrEqual(now);
        expect(due - now).toBeLessThanOrEqual(one.intervalMs * 1.5);
        if (one.ageMs !== null && one.ageMs < one.intervalMs)
          expect(due - (now - Math.max(one.ageMs, 0))).toBeGreaterThanOrEqual(one.intervalMs / 2);
        const next = nextDue(due, one.intervalMs, one.phase, WALL);
        expect(next - due).toBeGreaterThanOrEqual(one.intervalMs / 2);
        expect(next - due).toBeLessThanOrEqual(one.intervalMs * 1.5);
      }),
    );
  });

  test('the place of a check on a device is the same in every run of the server', () => {
    expect(phaseOf('0190a7f2-0000-7000-8000-000000000001', '0190a7f2-0000-7000-8000-000000000002')).toBe(
      phaseOf('0190a7f2-0000-7000-8000-000000000001', '0190a7f2-0000-7000-8000-000000000002'),
    );
    expect(phaseOf('a', 'b')).not.toBe(phaseOf('b', 'a'));
  });
});

test('setting the clock is a new start for how long devices have been away', () => {
  const clock = { wall: WALL, monotonic: 0 };
  const grace = createGrace(
    () => new Date(clock.wall),
    () => clock.monotonic,
  );
  const pass = (sec: number) => {
    clock.wall += sec * 1000;
    clock.monotonic += sec * 1000;
  };
  pass(400);
  expect(grace()).toBe(100);
  clock.wall += 86_400_000;
  expect(grace()).toBe(-300);
  pass(400);
  expect(grace()).toBe(100);
});
