import type { Label } from '../../i18n/index.ts';

const HOUR_MS = 3_600_000;
/** When a silence until tomorrow ends: when people come to work. */
const MORNING = 8;

export type SilenceSpan = 'hour' | 'four_hours' | 'tomorrow';

export const silenceSpans: readonly { span: SilenceSpan; label: Label }[] = [
  { span: 'hour', label: 'alerts.silence.hour' },
  { span: 'four_hours', label: 'alerts.silence.four_hours' },
  { span: 'tomorrow', label: 'alerts.silence.tomorrow' },
];

export function endOf(span: SilenceSpan, now: Date): Date {
  if (span === 'hour') return new Date(now.getTime() + HOUR_MS);
  if (span === 'four_hours') return new Date(now.getTime() + 4 * HOUR_MS);
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, MORNING);
}

/** A time as <input type="datetime-local"> has it, in the local zone. */
export function localInput(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** As the API takes it; undefined for what is no time. */
export function fromLocalInput(value: string): string | undefined {
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
