import { locale, t } from './index.ts';

/** Dates, numbers and units as the reader writes them. All take RFC 3339 strings or Dates and read the language. */
type When = string | Date;

const cache = new Map<string, unknown>();

/** Intl formats are slow to make and immutable; a table makes thousands of the same. */
function kept<F>(name: string, options: object, make: () => F): F {
  const key = `${name} ${locale()} ${JSON.stringify(options)}`;
  const found = cache.get(key) as F | undefined;
  if (found !== undefined) return found;
  const made = make();
  cache.set(key, made);
  return made;
}

const date = (options: Intl.DateTimeFormatOptions) =>
  kept('date', options, () => new Intl.DateTimeFormat(locale(), options));
const number = (options: Intl.NumberFormatOptions) =>
  kept('number', options, () => new Intl.NumberFormat(locale(), options));

/** 19 Nov 2026, 14:32:07 CET: exact, for titles and audit. */
export const formatExact = (when: When) => date({ dateStyle: 'medium', timeStyle: 'long' }).format(new Date(when));
/** 19 Nov 2026, 14:32 */
export const formatDateTime = (when: When) => date({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(when));
/** 19 Nov 2026 */
export const formatDate = (when: When) => date({ dateStyle: 'medium' }).format(new Date(when));
/** Thursday 19 November */
export const formatDay = (when: When) =>
  date({ weekday: 'long', day: 'numeric', month: 'long' }).format(new Date(when));
/** 19 Nov */
export const formatShortDay = (when: When) => date({ day: 'numeric', month: 'short' }).format(new Date(when));
/** 14:32:07 */
export const formatTime = (when: When) => date({ timeStyle: 'medium' }).format(new Date(when));
/** 14:32 */
export const formatClock = (when: When) => date({ timeStyle: 'short' }).format(new Date(when));

/** 12,345.6 */
export const formatNumber = (value: number, options: Intl.NumberFormatOptions = {}) => number(options).format(value);
/** 0.934 → 93.4 % */
export const formatPercent = (fraction: number) =>
  formatNumber(fraction, { style: 'percent', maximumFractionDigits: 1 });

const steps = [
  { unit: 'second', seconds: 1, next: 60 },
  { unit: 'minute', seconds: 60, next: 60 * 60 },
  { unit: 'hour', seconds: 3600, next: 24 * 3600 },
  { unit: 'day', seconds: 86_400, next: Number.POSITIVE_INFINITY },
] as const;

function stepOf(seconds: number) {
  return steps.find((step) => seconds < step.next) ?? steps[3];
}

/**
 * "now", "20 s ago", "3 min ago", "in 2 h". Under ten seconds is "now"; under a minute it moves in tens. Our own words,
 * because Intl's shortest differ between regions of one language ("20s", "20 sec", "20 secs").
 */
export function formatRelative(when: When, now: Date): string {
  const seconds = (new Date(when).getTime() - now.getTime()) / 1000;
  const size = Math.abs(seconds);
  if (size < 10) return t('time.now');
  const past = seconds < 0;
  // What passed is counted in whole units; what is to come is rounded, so that 72 hours are three days at once.
  const whole = past ? Math.floor : Math.round;
  const step = stepOf(size);
  const count = step.unit === 'second' ? whole(size / 10) * 10 : whole(size / step.seconds);
  if (step.unit === 'day') return t(past ? 'time.days_ago' : 'time.days_ahead', { count });
  return t(past ? 'time.ago' : 'time.ahead', { span: t(`time.${step.unit}`, { count }) });
}

/** A length of time in at most two units: "2 min 14 s", "48 s", "0.4 s". */
export function formatDuration(seconds: number): string {
  if (seconds < 10) return t('time.second', { count: Math.round(seconds * 10) / 10 });
  const whole = Math.round(seconds);
  const big = stepOf(whole);
  const small = steps[steps.indexOf(big) - 1];
  const first = t(`time.${big.unit}`, { count: Math.floor(whole / big.seconds) });
  const rest = small ? Math.floor((whole % big.seconds) / small.seconds) : 0;
  return small && rest > 0 ? `${first} ${t(`time.${small.unit}`, { count: rest })}` : first;
}

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'];

/** 1,331 → "1.3 kB". Powers of 1000, as disks and networks are sold. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), sizes.length - 1);
  const value = bytes / 1000 ** power;
  return unit(power === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10, sizes[power] ?? 'byte');
}

function unit(value: number, name: string): string {
  // English abbreviates a byte to "byte" for any number of them.
  const unitDisplay = name === 'byte' ? 'long' : 'short';
  return formatNumber(value, { style: 'unit', unit: name, unitDisplay, maximumFractionDigits: 1 });
}
