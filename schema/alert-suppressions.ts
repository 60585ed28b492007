/** Windows in which nobody is told of alerts: silence and maintenance. SPEC.md, Alerts; CONTRACT.md, Monitoring. */
import { z } from 'zod';
import { Id, Page, Timestamp, TimestampInput, text } from './common.ts';
import { JobActor } from './jobs.ts';
import { Timezone, WeekDays } from './tasks.ts';
import { ScopeType } from './users.ts';

export const suppressionKinds = ['silence', 'maintenance'] as const;
export const SuppressionKind = z.enum(suppressionKinds);
export type SuppressionKind = z.infer<typeof SuppressionKind>;

/** Every week on these days, from this minute of the local day on, for so many minutes. */
export const Recurrence = z.strictObject({
  days_of_week: WeekDays,
  start_minute: z.number().int().min(0).max(1439),
  /** Up to a week. */
  duration_min: z.number().int().min(1).max(10_080),
  timezone: Timezone,
});
export type Recurrence = z.output<typeof Recurrence>;

export const AlertSuppressionCreate = z
  .strictObject({
    kind: SuppressionKind,
    /** None: everything in the author's scope, as it is then. */
    scope_type: ScopeType.nullish(),
    scope_id: Id.nullish(),
    /** Default: now. */
    starts_at: TimestampInput.nullish(),
    ends_at: TimestampInput,
    /** With it, the window is active at these times between starts_at and ends_at, and else all the time between. */
    recurrence: Recurrence.nullish(),
    reason: text(500).trim().default(''),
  })
  .refine(({ scope_type, scope_id }) => !scope_type === !scope_id, {
    message: 'goes together with scope_type',
    path: ['scope_id'],
  });
export type AlertSuppressionCreate = z.output<typeof AlertSuppressionCreate>;

export const AlertSuppression = z
  .object({
    id: Id,
    kind: SuppressionKind,
    scope_type: ScopeType.nullable(),
    scope_id: Id.nullable(),
    /** Name of what it covers; null for everything in its author's scope. */
    place: z.string().nullable(),
    /** The company that the place belongs to. */
    client_name: z.string().nullable(),
    /** Its author had no access scope: it covers every device. */
    everything: z.boolean(),
    starts_at: Timestamp,
    ends_at: Timestamp,
    recurrence: Recurrence.nullable(),
    reason: z.string(),
    author: JobActor,
    active_now: z.boolean(),
    /** When it is active next, or now; null when that never happens any more. */
    next_from: Timestamp.nullable(),
    next_until: Timestamp.nullable(),
    /** The caller may end it. */
    manageable: z.boolean(),
    created_at: Timestamp,
  })
  .meta({ id: 'AlertSuppression' });
export type AlertSuppression = z.infer<typeof AlertSuppression>;

export const AlertSuppressionQuery = Page;
export const AlertSuppressionList = z.object({
  alert_suppressions: z.array(AlertSuppression),
  next_cursor: z.string().optional(),
});
