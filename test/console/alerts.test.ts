/** Times of silences and windows, as the console works them out. */
import { describe, expect, test } from 'vitest';
import { endOf, fromLocalInput, localInput } from '../../console/pages/alerts/silence.ts';
import { minuteOf, minutesFrom } from '../../console/pages/alerts/window-times.ts';

describe('a silence', () => {
  const now = new Date(2026, 10, 20, 23, 30, 12);

  test('ends in an hour, in four, or at eight the next morning', () => {
    expect(endOf('hour', now).getTime() - now.getTime()).toBe(3_600_000);
    expect(endOf('four_hours', now).getTime() - now.getTime()).toBe(4 * 3_600_000);
    expect(endOf('tomorrow', now)).toEqual(new Date(2026, 10, 21, 8));
    expect(endOf('tomorrow', new Date(2026, 11, 31, 1))).toEqual(new Date(2027, 0, 1, 8));
  });

  test('goes through a field of local time and back, to the minute', () => {
    expect(localInput(now)).toBe('2026-11-20T23:30');
    expect(fromLocalInput(localInput(now))).toBe(new Date(2026, 10, 20, 23, 30).toISOString());
    expect(fromLocalInput('')).toBeUndefined();
    expect(fromLocalInput('soon')).toBeUndefined();
  });
});

describe('a weekly window', () => {
  test.each([
    ['22:00', '02:00', 240],
    ['08:00', '17:30', 570],
    ['00:00', '00:00', 1440],
    ['23:59', '00:00', 1],
    ['12:00', '11:59', 1439],
  ])('from %s until %s lasts %i minutes', (from, until, minutes) => {
    expect(minutesFrom(from, until)).toBe(minutes);
  });

  test('begins at its minute of the day', () => {
    expect(['00:00', '07:05', '23:59'].map(minuteOf)).toEqual([0, 425, 1439]);
  });
});
