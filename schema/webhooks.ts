/** Webhooks: a second way for events to leave. Issue 4; docs/webhooks.md. */
import { z } from 'zod';
import { Id, Limit, Name, Timestamp, text } from './common.ts';
import { NotificationEvent } from './notifications.ts';

/** Each may hold two connections at a time. */
export const WEBHOOKS_MAX = 20;

/** How it went last. */
const LastDelivery = {
  /** Of the last try, whatever came of it. */
  last_delivery_at: Timestamp.nullable(),
  /** HTTP status of the last answer; null when none came, or before the first. */
  last_status: z.number().int().nullable(),
  /** Why the last try failed; null when it did not. */
  last_error: z.string().nullable(),
};

export const Webhook = z
  .object({
    id: Id,
    name: z.string(),
    url: z.string(),
    events: z.array(NotificationEvent),
    enabled: z.boolean(),
    /** Deliveries that wait or are on their way. */
    waiting: z.number().int(),
    ...LastDelivery,
    created_by: z.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof Webhook>;
export const WebhookList = z.object({ webhooks: z.array(Webhook) });

/** The only answer that ever holds the secret: one that the server made. */
export const WebhookSaved = Webhook.extend({ secret: z.string().optional() }).meta({ id: 'WebhookSaved' });
export type WebhookSaved = z.infer<typeof WebhookSaved>;

const Url = text(2000, 1).meta({ description: 'https; http only with RMM_WEBHOOKS_ALLOW_PRIVATE=true' });
/** Printable ASCII, so that both sides read the same bytes. */
const Secret = z.string().regex(/^[\x21-\x7e]{16,200}$/, 'must be 16 to 200 printable characters without spaces');
const Events = z
  .array(NotificationEvent)
  .min(1)
  .max(50)
  .transform((events) => [...new Set(events)]);

export const WebhookCreate = z.strictObject({
  name: Name,
  url: Url,
  events: Events,
  enabled: z.boolean().default(true),
  /** Left out: the server makes one and answers with it. */
  secret: Secret.optional(),
});
export type WebhookCreate = z.output<typeof WebhookCreate>;

/** What is not named stays. */
export const WebhookEdit = z.strictObject({
  name: Name.optional(),
  url: Url.optional(),
  events: Events.optional(),
  enabled: z.boolean().optional(),
  /** Needed with another URL. Null: the server makes a new one and answers with it. */
  secret: Secret.nullable().optional(),
});
export type WebhookEdit = z.output<typeof WebhookEdit>;

export const WebhookTested = z
  .object({
    /** It answered 2xx. */
    delivered: z.boolean(),
    status: z.number().int().nullable(),
    error: z.string().nullable(),
    duration_ms: z.number().int(),
  })
  .meta({ id: 'WebhookTested' });
export type WebhookTested = z.infer<typeof WebhookTested>;

export const WebhookDelivery = z
  .object({
    id: Id,
    event: z.string(),
    state: z.enum(['pending', 'processing', 'failed', 'delivered']),
    /** Tries that failed, and for a delivered one the last. */
    attempts: z.number().int(),
    status: z.number().int().nullable(),
    error: z.string().nullable(),
    /** When it is tried again. */
    next_attempt_at: Timestamp.nullable(),
    created_at: Timestamp,
    delivered_at: Timestamp.nullable(),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;
/** The newest first, at most 100; older ones that were delivered are forgotten. */
export const WebhookDeliveryList = z.object({ deliveries: z.array(WebhookDelivery) });
export const WebhookDeliveryQuery = z.strictObject({ limit: Limit.default(50) });
