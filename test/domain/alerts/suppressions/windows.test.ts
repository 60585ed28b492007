import { describe, expect, test } from 'vitest';
import { createMemo } from '../../../../domain/alerts/suppressions/memo.ts';
import { isActive, nextActive, type Window } from '../../../../domain/alerts/suppressions/windows.ts';

const window = (recurrence: Window['recurrence'], from = '2026-01-01T00:00Z', until = '2027-01-01T00:00Z'): Window => ({
  startsAt: new Date(from),
  endsAt: new Date(until),
  recurrence,
});
const sundays = (start: string, duration_min: number, timezone = 'Europe/Berlin') =>
  window({
    days_of_week: [0],
    start_minute: Number(start.slice(0, 2)) * 60 + Number(start.slice(3)),
    duration_min,
    timezone,
  });
const next = (one: Window, at: string) => {
  const interval = nextActive(one, new Date(at));
  return interval && [interval.from.toISOString(), interval.until.toISOString()];
};

describe('a window without recurrence', () => {
  const once = window(null, '2026-05-01T10:00Z', '2026-05-01T12:00Z');

  test('is active from its start on, until before its end', () => {
    expect(isActive(once, new Date('2026-05-01T09:59:59.999Z'))).toBe(false);
    expect(isActive(once, new Date('2026-05-01T10:00Z'))).toBe(true);
    expect(isActive(once, new Date('2026-05-01T11:59:59.999Z'))).toBe(true);
    expect(isActive(once, new Date('2026-05-01T12:00Z'))).toBe(false);
  });

  test('is named as the next one until it is over', () => {
    expect(next(once, '2026-04-01T00:00Z')).toEqual(['2026-05-01T10:00:00.000Z', '2026-05-01T12:00:00.000Z']);
    expect(next(once, '2026-05-01T12:00Z')).toBeNull();
  });
});

describe('a weekly window', () => {
  test('begins at the minute of the local day, in summer and in winter', () => {
    expect(next(sundays('22:30', 60), '2026-01-05T00:00Z')?.[0]).toBe('2026-01-11T21:30:00.000Z');
    expect(next(sundays('22:30', 60), '2026-07-06T00:00Z')?.[0]).toBe('2026-07-12T20:30:00.000Z');
  });

  test('that begins in the hour that spring skips begins as much later, and lasts as long', () => {
    // 2026-03-29, 02:00 becomes 03:00 in Berlin.
    expect(next(sundays('02:30', 60), '2026-03-28T12:00Z')).toEqual([
      '2026-03-29T01:30:00.000Z',
      '2026-03-29T02:30:00.000Z',
    ]);
  });

  test('that begins in the hour that autumn shows twice begins once, the first time', () => {
    // 2026-10-25, 03:00 becomes 02:00 in Berlin.
    const one = sundays('02:30', 60);
    expect(next(one, '2026-10-24T12:00Z')).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']);
    expect(next(one, '2026-10-25T01:30Z')?.[0]).toBe('2026-11-01T01:30:00.000Z');
  });

  test('lasts across midnight into days that it does not name', () => {
    const one = sundays('23:00', 180, 'UTC');
    expect(isActive(one, new Date('2026-05-04T01:59Z'))).toBe(true);
    expect(isActive(one, new Date('2026-05-04T02:00Z'))).toBe(false);
  });

  test('of a whole week is always active', () => {
    const one = sundays('12:00', 10_080, 'UTC');
    for (let day = 1; day < 28; day++) expect(isActive(one, new Date(Date.UTC(2026, 4, day)))).toBe(true);
  });

  test('keeps to its first and last day', () => {
    const one = {
      ...sundays('10:00', 120, 'UTC'),
      startsAt: new Date('2026-05-03T11:00Z'),
      endsAt: new Date('2026-05-10T10:30Z'),
    };
    expect(next(one, '2026-01-01T00:00Z')).toEqual(['2026-05-03T11:00:00.000Z', '2026-05-03T12:00:00.000Z']);
    expect(next(one, '2026-05-03T12:00Z')).toEqual(['2026-05-10T10:00:00.000Z', '2026-05-10T10:30:00.000Z']);
    expect(next(one, '2026-05-10T10:30Z')).toBeNull();
  });

  test('knows zones that lie a day ahead and half an hour aside', () => {
    expect(next(sundays('00:15', 30, 'Pacific/Kiritimati'), '2026-05-01T00:00Z')?.[0]).toBe('2026-05-02T10:15:00.000Z');
    expect(next(sundays('09:00', 30, 'Asia/Kolkata'), '2026-05-01T00:00Z')?.[0]).toBe('2026-05-03T03:30:00.000Z');
    // Lord Howe moves its clock by half an hour.
    expect(next(sundays('09:00', 30, 'Australia/Lord_Howe'), '2026-05-01T00:00Z')?.[0]).toBe(
      '2026-05-02T22:30:00.000Z',
    );
  });
});

/** Repeatable chance: mulberry32. */
function chance(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below);
  };
}

describe('any window at any moment', () => {
  const zones = [
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Africa/Casablanca',
    'America/St_Johns',
  ];
  const random = chance(20_260_501);
  const cases = Array.from({ length: 400 }, () => {
    const startsAt = new Date(Date.UTC(2026, random(12), 1 + random(28), random(24), random(60)));
    return {
      startsAt,
      endsAt: new Date(startsAt.getTime() + (1 + random(60 * 24 * 60)) * 60_000),
      recurrence: {
        days_of_week: Array.from({ length: 1 + random(3) }, () => random(7)),
        start_minute: random(1440),
        duration_min: 1 + random(random(2) ? 300 : 10_080),
        timezone: zones[random(zones.length)] ?? 'UTC',
      },
    };
  });

  test('is active exactly where its next interval holds the moment, inside its bounds', () => {
    for (const one of cases)
      for (let moment = 0; moment < 10; moment++) {
        const at = new Date(one.startsAt.getTime() + (random(70 * 24 * 60) - 5 * 24 * 60) * 60_000);
        const interval = nextActive(one, at);
        if (interval) {
          expect(interval.from < interval.until).toBe(true);
          expect(interval.from >= one.startsAt && interval.until <= one.endsAt && interval.until > at).toBe(true);
        }
        expect(isActive(one, at)).toBe(interval !== null && interval.from <= at);
      }
  });

  test('agrees with walking the local clock minute by minute', () => {
    for (const one of cases.slice(0, 60)) {
      const { days_of_week, start_minute, duration_min, timezone } = one.recurrence;
      const clock = new Intl.DateTimeFormat('en-US', {
        timeZone: timezone,
        weekday: 'short',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      });
      const begins = (at: number): boolean => {
        const part = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]));
        return (
          days_of_week.includes(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(part.weekday ?? '')) &&
          Number(part.hour) * 60 + Number(part.minute) === start_minute
        );
      };
      const day = 86_400_000;
      const interval = nextActive(one, one.startsAt);
      if (!interval) continue;
      // Where it was not cut by its bounds, it began when the local clock said so; unless that minute was skipped.
      const cut = interval.from.getTime() === one.startsAt.getTime();
      if (!cut && !begins(interval.from.getTime())) {
        for (let at = interval.from.getTime() - day / 12; at < interval.from.getTime() + day / 12; at += 60_000)
          expect(begins(at)).toBe(false);
      }
      // And none began between the start and then, but those that were over at once.
      for (
        let at = one.startsAt.getTime() + 60_000;
        at < Math.min(interval.from.getTime(), one.startsAt.getTime() + 8 * day);
        at += 60_000
      )
        if (at % 60_000 === 0 && begins(at)) {
          // The second showing of an hour is no beginning.
          expect(begins(at - 3_600_000) || begins(at - 1_800_000)).toBe(true);
        }
      expect(interval.until.getTime() - interval.from.getTime()).toBeLessThanOrEqual(duration_min * 60_000);
    }
  });

  test('is answered from memory as it is worked out', () => {
    const remembered = createMemo();
    for (const [index, one] of cases.entries()) {
      const moments = Array.from({ length: 20 }, () => one.startsAt.getTime() + random(60 * 24 * 60) * 60_000);
      // Mostly forwards, as clocks go, and sometimes not.
      for (const at of index % 4 === 0 ? moments : moments.sort((a, b) => a - b))
        expect(remembered(String(index), one, new Date(at))).toEqual(nextActive(one, new Date(at)));
    }
  });
});
