/** When tasks run: every kind of schedule, over changes of the clocks in zones that change them in every way. */
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { nextRun, runsBetween, type Timed } from '../../../domain/tasks/schedule.ts';
import { atBest, timed } from '../../at-best.ts';

const iso = (at: Date | null) => at?.toISOString() ?? null;
const next = (schedule: Timed, after: string) => iso(nextRun(schedule, new Date(after)));
const daily = (run_at_minute: number, timezone: string): Timed => ({ schedule_kind: 'daily', run_at_minute, timezone });

/** With changes of an hour, of half an hour, at midnight, of a whole day, and without any. */
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/Sao_Paulo',
  'Africa/Cairo',
  'Pacific/Apia',
  'America/St_Johns',
];

test('an interval counts from when it was set, whatever the clock of a zone does', () => {
  const every: Timed = {
    schedule_kind: 'interval',
    interval_sec: 3600,
    timezone: 'UTC',
    interval_from: '2026-11-20T10:17:00.000Z',
  };
  expect(next(every, '2026-11-20T10:17:00Z')).toBe('2026-11-20T11:17:00.000Z');
  expect(next(every, '2026-11-20T11:16:59Z')).toBe('2026-11-20T11:17:00.000Z');
  expect(next(every, '2026-11-20T11:17:00Z')).toBe('2026-11-20T12:17:00.000Z');
  expect(next(every, '2026-11-19T00:00:00Z')).toBe('2026-11-20T11:17:00.000Z');
});

test('once is once', () => {
  const once: Timed = { schedule_kind: 'once', run_at: '2026-12-24T17:00:00Z', timezone: 'Europe/Berlin' };
  expect(next(once, '2026-12-24T16:59:59.999Z')).toBe('2026-12-24T17:00:00.000Z');
  expect(next(once, '2026-12-24T17:00:00Z')).toBeNull();
});

describe('daily', () => {
  test.each([
    ['in summer', 'Europe/Berlin', 150, '2027-07-01T00:00:00Z', '2027-07-01T00:30:00.000Z'],
    ['in winter', 'Europe/Berlin', 150, '2027-01-01T00:00:00Z', '2027-01-01T01:30:00.000Z'],
    ['in a zone of a quarter of an hour', 'Asia/Kathmandu', 0, '2027-01-01T00:00:00Z', '2027-01-01T18:15:00.000Z'],
    [
      'at a time that is skipped: as much later',
      'Europe/Berlin',
      150,
      '2027-03-27T12:00:00Z',
      '2027-03-28T01:30:00.000Z',
    ],
    [
      'at a time that is skipped by half an hour',
      'Australia/Lord_Howe',
      135,
      '2027-10-02T12:00:00Z',
      '2027-10-02T15:45:00.000Z',
    ],
    ['at a midnight that does not exist', 'America/Sao_Paulo', 0, '2018-11-03T12:00:00Z', '2018-11-04T03:00:00.000Z'],
    [
      'at a time that comes twice: the first',
      'America/New_York',
      90,
      '2026-11-01T00:00:00Z',
      '2026-11-01T05:30:00.000Z',
    ],
    ['not at the second of them', 'America/New_York', 90, '2026-11-01T05:30:00Z', '2026-11-02T06:30:00.000Z'],
    ['over a day that a zone left out', 'Pacific/Apia', 600, '2011-12-29T21:00:00Z', '2011-12-30T20:00:00.000Z'],
  ])('%s', (_, zone, minute, after, expected) => {
    expect(next(daily(minute, zone), after)).toBe(expected);
  });
});

test('weekly runs on its days at its times, Sunday being 0', () => {
  const weekly: Timed = { schedule_kind: 'weekly', days_of_week: [0, 3], run_at_minutes: [60, 1380], timezone: 'UTC' };
  const week = runsBetween(weekly, new Date('2026-11-20T12:00:00Z'), new Date('2026-11-27T12:00:00Z'), 100);
  expect(week.map(iso)).toEqual([
    '2026-11-22T01:00:00.000Z',
    '2026-11-22T23:00:00.000Z',
    '2026-11-25T01:00:00.000Z',
    '2026-11-25T23:00:00.000Z',
  ]);
});

test('two times that a change of the clocks makes one are one run', () => {
  const both: Timed = {
    schedule_kind: 'weekly',
    days_of_week: [0],
    run_at_minutes: [150, 210],
    timezone: 'Europe/Berlin',
  };
  const night = runsBetween(both, new Date('2027-03-27T20:00:00Z'), new Date('2027-03-28T20:00:00Z'), 100);
  expect(night.map(iso)).toEqual(['2027-03-28T01:30:00.000Z']);
});

describe('whatever the zone and the moment', () => {
  const moments = fc.date({ min: new Date('2010-01-01'), max: new Date('2037-01-01'), noInvalidDate: true });
  const minute = fc.integer({ min: 0, max: 1439 });
  const schedules: fc.Arbitrary<Timed> = fc.oneof(
    fc.record({
      schedule_kind: fc.constant('daily' as const),
      run_at_minute: minute,
      timezone: fc.constantFrom(...zones),
    }),
    fc.record({
      schedule_kind: fc.constant('weekly' as const),
      days_of_week: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
      run_at_minutes: fc.uniqueArray(minute, { minLength: 1, maxLength: 6 }),
      timezone: fc.constantFrom(...zones),
    }),
    fc.record({
      schedule_kind: fc.constant('interval' as const),
      interval_sec: fc.integer({ min: 60, max: 31_536_000 }),
      timezone: fc.constantFrom(...zones),
      interval_from: moments.map((at) => at.toISOString()),
    }),
  );

  test('the next run lies ahead, and none lies between: the one after any moment before it is the same', () => {
    fc.assert(
      fc.property(
        schedules,
        moments,
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        (schedule, after, part) => {
          const found = nextRun(schedule, after);
          if (!found) throw new Error('these run for ever');
          expect(found.getTime()).toBeGreaterThan(after.getTime());
          const between = new Date(after.getTime() + Math.floor((found.getTime() - after.getTime()) * part));
          expect(iso(nextRun(schedule, between))).toBe(iso(found));
        },
      ),
      { numRuns: 300 },
    );
  });

  test('each local day of a schedule has its run, once: the local time, or what a skipped one becomes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), minute, moments, (zone, run_at_minute, after) => {
        const until = new Date(after.getTime() + 40 * 86_400_000);
        const runs = runsBetween(daily(run_at_minute, zone), after, until, 1000);
        const local = runs.map((at) => Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone));
        const days = local.map((at) => at.toPlainDate().toString());
        expect(new Set(days).size).toBe(days.length);
        expect(days.length).toBeGreaterThanOrEqual(39);
        expect(days.length).toBeLessThanOrEqual(41);
        const moved = local.filter((at) => at.hour * 60 + at.minute !== run_at_minute);
        expect(moved.length).toBeLessThanOrEqual(2);
      }),
      { numRuns: 60 },
    );
  });
});

test('the runs of a week come as one after the other, and those of two months of quarters of an hour at once', async () => {
  const minutes = Array.from({ length: 96 }, (_, quarter) => quarter * 15);
  const days = [0, 1, 2, 3, 4, 5, 6];
  for (const timezone of zones) {
    const all: Timed = { schedule_kind: 'weekly', days_of_week: days, run_at_minutes: minutes, timezone };
    const until = new Date('2027-03-29T00:00:00Z');
    let at: Date | null = new Date('2027-03-27T20:10:00Z');
    const runs = runsBetween(all, at, until, 100);
    for (const run of runs) {
      at = at && nextRun(all, at);
      expect(at).toEqual(run);
    }
    expect(runs.length).toBe(100);
  }
  const often: Timed = {
    schedule_kind: 'weekly',
    days_of_week: days,
    run_at_minutes: minutes,
    timezone: 'Europe/Berlin',
  };
  const [from, until] = [new Date('2027-01-01T00:00:00Z'), new Date('2027-03-01T00:00:00Z')];
  const took = await atBest(1500, () => timed(() => expect(runsBetween(often, from, until, 1489)).toHaveLength(1489)));
  expect(took).toBeLessThan(1500); // asking for each run anew took 4.5 s
});
