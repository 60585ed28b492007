/** Alerts: one row for each condition that somebody should know of. SPEC.md, Alert; CONTRACT.md, Monitoring. */
import { z } from 'zod';
import { CheckType } from './check-types.ts';
import { Cursor, Id, Limit, Page, Timestamp, TimestampInput, text } from './common.ts';
import { JobActor } from './jobs.ts';

export const alertStatuses = ['open', 'acknowledged', 'resolved'] as const;
export const AlertStatus = z.enum(alertStatuses).meta({ id: 'AlertStatus' });
export type AlertStatus = z.infer<typeof AlertStatus>;

export const alertSeverities = ['warning', 'error'] as const;
export const AlertSeverity = z.enum(alertSeverities);
export type AlertSeverity = z.infer<typeof AlertSeverity>;

export const alertKinds = ['check', 'check_timeout', 'identity_conflict'] as const;
export const AlertKind = z.enum(alertKinds);
export type AlertKind = z.infer<typeof AlertKind>;

export const alertEventKinds = [
  'raised',
  'repeated',
  'severity_changed',
  'acknowledged',
  'resolved',
  'cleared',
  'reopened',
  'suppressed',
  'unsuppressed',
  'note',
  'mailed',
  'mail_failed',
  'remediation',
] as const;
export const AlertEventKind = z.enum(alertEventKinds);
export type AlertEventKind = z.infer<typeof AlertEventKind>;

export const Alert = z
  .object({
    id: Id,
    /** `<kind>:<source id>:<agent_id>`: one alert for each. */
    condition_key: z.string(),
    kind: AlertKind,
    status: AlertStatus,
    severity: AlertSeverity,
    /** Name of what found it. */
    title: z.string(),
    /** What it said: foreign text. */
    message: z.string(),
    agent_id: Id,
    agent_hostname: z.string(),
    /** The device is gone; name and place are its last ones. */
    device_deleted: z.boolean(),
    client_id: Id.nullable(),
    client_name: z.string().nullable(),
    site_id: Id.nullable(),
    site_name: z.string().nullable(),
    group_id: Id.nullable(),
    group_name: z.string().nullable(),
    /** The check that found it, also when it is deleted meanwhile; null where the server itself did. */
    check_id: Id.nullable(),
    /** Null when there is no check any more. */
    check_type: CheckType.nullable(),
    observed_value: z.number().nullable(),
    threshold_value: z.number().nullable(),
    occurrences: z.number().int(),
    first_seen_at: Timestamp,
    last_seen_at: Timestamp,
    /** When it was last raised or reopened; the list is sorted by it. */
    raised_at: Timestamp,
    acknowledged_at: Timestamp.nullable(),
    acknowledged_by: JobActor.nullable(),
    resolved_at: Timestamp.nullable(),
    /** Null when the server resolved it. */
    resolved_by: JobActor.nullable(),
    /** `manual` by somebody, `cleared` because the condition is over, `source_removed` because what found it is gone. */
    resolution: z.enum(['manual', 'cleared', 'source_removed']).nullable(),
    /** Set when it came back after it was resolved. */
    reopened_from: z.object({ resolved_at: Timestamp, resolved_by: JobActor.nullable() }).nullable(),
    /** Nobody is told of it now. */
    suppressed: z.boolean(),
    suppressed_until: Timestamp.nullable(),
    /** The window that suppresses it, if it reaches further than the silence that somebody gave the alert itself. */
    suppression_id: Id.nullable(),
    suppression_kind: z.enum(['silence', 'maintenance']).nullable(),
    /** The silence that somebody gave the alert itself. */
    silenced_until: Timestamp.nullable(),
    /** Grows with what people and conditions decide, not with repeats: see `expected_version`. */
    version: z.number().int(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Alert' });
export type Alert = z.infer<typeof Alert>;

/** `client_id` is `none` for alerts of devices that belong to no company. `q` looks in the title, the message and the device's name. */
export const AlertQuery = z.strictObject({
  status: z
    .string()
    .transform((value) => value.split(','))
    .pipe(z.array(AlertStatus).min(1))
    .optional()
    .describe(`One status, or several with commas between: ${alertStatuses.join(', ')}`),
  severity: AlertSeverity.optional(),
  agent_id: Id.optional().describe('A device'),
  client_id: z
    .union([Id, z.literal('none')])
    .optional()
    .describe('A company; none: devices that belong to no company'),
  site_id: Id.optional(),
  group_id: Id.optional(),
  check_id: Id.optional(),
  suppressed: z.enum(['true', 'false']).optional(),
  q: text(200).optional().describe('Text in its title, its message or the name of the device'),
  limit: Limit,
  cursor: Cursor.optional(),
});
export type AlertQuery = z.infer<typeof AlertQuery>;
export const AlertList = z.object({ alerts: z.array(Alert), next_cursor: z.string().optional() });

/** An entry of an alert's timeline. What `details` hold depends on the kind. */
export const AlertEvent = z
  .object({
    id: Id,
    alert_id: Id,
    kind: AlertEventKind,
    /** Null: the server. */
    actor: JobActor.nullable(),
    note: z.string(),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    at: Timestamp,
  })
  .meta({ id: 'AlertEvent' });
export type AlertEvent = z.infer<typeof AlertEvent>;
export const AlertEventQuery = Page;
export const AlertEventList = z.object({ events: z.array(AlertEvent), next_cursor: z.string().optional() });

export const ALERT_NOTE_MAX = 2000;
const Note = text(ALERT_NOTE_MAX).trim();
/** The call is refused with 409 when the alert has another version. */
const ExpectedVersion = z.number().int().min(1).max(2_147_483_647);

export const AlertDecision = z
  .strictObject({ note: Note.optional(), expected_version: ExpectedVersion.optional() })
  .prefault({});
export type AlertDecision = z.infer<typeof AlertDecision>;

/** `silence_until` null ends a silence; windows that cover the device stay. */
export const AlertSuppress = z.strictObject({
  silence_until: TimestampInput.nullable(),
  note: Note.optional(),
  expected_version: ExpectedVersion.optional(),
});
export type AlertSuppress = z.infer<typeof AlertSuppress>;

export const AlertNote = z.strictObject({ note: Note.min(1) });

export const BULK_ALERTS_MAX = 500;
export const AlertBulk = z
  .strictObject({
    ids: z.array(Id).min(1).max(BULK_ALERTS_MAX),
    action: z.enum(['ack', 'resolve', 'suppress']),
    note: Note.optional(),
    silence_until: TimestampInput.nullable().optional(),
    /** By id; those that are not named are changed whatever their version. */
    expected_versions: z.record(Id, ExpectedVersion).default({}),
  })
  .refine(({ action, silence_until }) => (action === 'suppress') === (silence_until !== undefined), {
    message: 'goes with the action suppress, and only with it',
    path: ['silence_until'],
  });
export type AlertBulk = z.infer<typeof AlertBulk>;

/** What became of each id: in `updated` as it is now, or in `failed` with the reason. */
export const AlertBulkAnswer = z.object({
  updated: z.array(Alert),
  failed: z.array(z.object({ id: Id, error: z.string(), code: z.string() })),
});
export type AlertBulkAnswer = z.infer<typeof AlertBulkAnswer>;
