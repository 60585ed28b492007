import { formatDateTime, formatDuration, formatNumber } from '../../i18n/format.ts';
import { locale, t } from '../../i18n/index.ts';

/** A schedule as tasks and standing approvals carry it. */
export type Timing = {
  schedule_kind?: 'interval' | 'daily' | 'weekly' | 'once' | undefined;
  interval_sec?: number | null | undefined;
  run_at_minute?: number | null | undefined;
  days_of_week?: readonly number[] | null | undefined;
  run_at_minutes?: readonly number[] | null | undefined;
  run_at?: string | null | undefined;
  timezone?: string | undefined;
  max_per_hour?: number | undefined;
};

/** In a sentence: "Mon, Wed at 02:00, Europe/Berlin". Of a check and of a remediation too. */
export function scheduleText(timing: Timing): string {
  const zone = timing.timezone ?? 'UTC';
  switch (timing.schedule_kind) {
    case 'interval':
      return t('tasks.every', { span: formatDuration(timing.interval_sec ?? 0) });
    case 'daily':
      return t('tasks.daily_at', { time: minuteText(timing.run_at_minute ?? 0), zone });
    case 'weekly':
      return t('tasks.weekly_at', {
        days: listText((timing.days_of_week ?? []).map(dayName)),
        times: listText((timing.run_at_minutes ?? []).map(minuteText)),
        zone,
      });
    case 'once':
      return t('tasks.once_at', { time: timing.run_at ? formatDateTime(timing.run_at) : '' });
    default:
      return timing.max_per_hour === undefined
        ? t('tasks.each_check', { span: formatDuration(timing.interval_sec ?? 0) })
        : t('tasks.each_alert', { count: timing.max_per_hour });
  }
}

const listText = (words: string[]): string => new Intl.ListFormat(locale(), { type: 'conjunction' }).format(words);

/** Minutes since midnight as a time of day. */
export const minuteText = (minute: number): string =>
  new Intl.DateTimeFormat(locale(), { timeStyle: 'short', timeZone: 'UTC' }).format(new Date(minute * 60_000));

/** 0 is Sunday; 2023-01-01 was one. */
export const dayName = (day: number): string =>
  new Intl.DateTimeFormat(locale(), { weekday: 'short', timeZone: 'UTC' }).format(new Date(Date.UTC(2023, 0, 1 + day)));

/** A moment as clocks in a zone show it, with its weekday. */
export const momentIn = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'full', timeStyle: 'short', timeZone }).format(new Date(at));

/** The zone of this browser. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export const countText = (count: number): string => (count === 0 ? '–' : formatNumber(count));
