/** Local times as people type them, and minutes and moments as the API has them. */

/** "02:30" → 150; undefined for what is no time of day. */
export function minuteOf(text: string): number | undefined {
  const [, hour = '', minute = ''] = /^\s*(\d{1,2}):(\d{2})\s*$/.exec(text) ?? [];
  const value = Number(hour) * 60 + Number(minute);
  return hour !== '' && Number(hour) < 24 && Number(minute) < 60 ? value : undefined;
}

/** 150 → "02:30" */
export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** What a zone's clocks show at a moment, as `2026-11-20T14:30`. */
export function localIn(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...{
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    },
  }).formatToParts(at);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}`;
}

/**
 * The moment at which a zone's clocks show `2026-11-20T14:30`: the first of two, and as much later for one that is skipped.
 * Twice corrected by what the clocks show at the guess, which is enough but for a change between both.
 */
export function momentOf(local: string, timeZone: string): string | undefined {
  const wanted = Date.parse(`${local}:00Z`);
  if (Number.isNaN(wanted)) return undefined;
  const off = (at: number) => Date.parse(`${localIn(new Date(at), timeZone)}:00Z`) - at;
  const first = wanted - off(wanted);
  const second = wanted - off(first);
  return new Date(off(second) === off(first) ? second : Math.max(first, second)).toISOString();
}
