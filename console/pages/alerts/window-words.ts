import { formatDateTime, formatDuration } from '../../i18n/format.ts';
import { language, t } from '../../i18n/index.ts';
import { IconBellOff, IconCalendar, IconClock } from '../../ui/icons.ts';
import type { StatusLook } from '../../ui/status.tsx';
import type { AlertWindow } from './window-draft.ts';

/** Sunday, as the API numbers it 0. */
const SUNDAY = Date.UTC(2026, 0, 4);
const DAY_MS = 86_400_000;

/** The days in the reader's language, Monday first, with the API's numbers. */
export function dayNames(width: 'long' | 'short'): { day: number; name: string }[] {
  const format = new Intl.DateTimeFormat(language(), { weekday: width, timeZone: 'UTC' });
  return [1, 2, 3, 4, 5, 6, 0].map((day) => ({ day, name: format.format(new Date(SUNDAY + day * DAY_MS)) }));
}

export const windowKind = ({ kind }: Pick<AlertWindow, 'kind'>): StatusLook =>
  kind === 'maintenance'
    ? { tone: 'run', icon: IconCalendar, word: t('alerts.maintenance') }
    : { tone: 'idle', icon: IconBellOff, word: t('alerts.silence_word') };

export const windowState = ({ active_now }: Pick<AlertWindow, 'active_now'>): StatusLook =>
  active_now
    ? { tone: 'ok', icon: 'dot', word: t('alerts.window_active') }
    : { tone: 'plain', icon: IconClock, word: t('alerts.window_coming') };

/** What it covers, in words. */
export function windowPlace({ place, client_name, everything }: AlertWindow): string {
  if (place === null) return everything ? t('alerts.window_everything') : t('alerts.window_authors_scope');
  return client_name !== null && client_name !== place ? `${place} (${client_name})` : place;
}

/** "Mon, Wed 22:00, 4 h, Europe/Berlin", or the two ends. */
export function windowTimes({ recurrence, starts_at, ends_at }: AlertWindow): string {
  if (!recurrence)
    return t('alerts.window_between', { from: formatDateTime(starts_at), until: formatDateTime(ends_at) });
  const days = dayNames('short').filter(({ day }) => recurrence.days_of_week.includes(day));
  const two = (value: number) => String(value).padStart(2, '0');
  return t('alerts.window_every', {
    days: days.map(({ name }) => name).join(', '),
    time: `${two(Math.floor(recurrence.start_minute / 60))}:${two(recurrence.start_minute % 60)}`,
    length: formatDuration(recurrence.duration_min * 60),
    timezone: recurrence.timezone,
  });
}
