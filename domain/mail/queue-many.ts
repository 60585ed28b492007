import type { Ctx } from '../context.ts';
import { payloadPlace } from './queue.ts';

/** One row of the outbox that tells of an event: mail, or a delivery to a webhook. */
export interface QueuedWord {
  transport: 'alerts' | 'webhooks';
  /** For the log and whoever looks at what failed. */
  kind: string;
  /** An address, or a webhook's host. */
  recipient: string;
  userId: string | null;
  webhookId: string | null;
  /** What is sent, as JSON; sealed here. */
  payload: string;
  dedupeKey: string;
  /** The alerts that it tells of. */
  alertIds: string[];
}

/** Rows of one statement: sealing and writing out more at once would hold up everything else in the process. */
const CHUNK = 100;

/** Puts many into the outbox, in the caller's transaction. Whether the transport is on is the caller's to know. */
export async function queueMany(ctx: Ctx, words: QueuedWord[]): Promise<void> {
  for (let start = 0; start < words.length; start += CHUNK) await queueChunk(ctx, words.slice(start, start + CHUNK));
}

async function queueChunk(ctx: Ctx, words: QueuedWord[]): Promise<void> {
  const { sql, secrets } = ctx;
  const now = ctx.now();
  const ids = await sql<{ id: string }[]>`select uuidv7() as id from generate_series(1, ${words.length})`;
  const column = <T>(of: (word: QueuedWord) => T): T[] => words.map(of);
  const payloads = words.map(({ payload }, index) => secrets.seal(payloadPlace(ids[index]?.id ?? ''), payload));
  const queued = await sql`
    insert into outbox (id, transport, kind, recipient, user_id, webhook_id, payload, dedupe_key, alert_ids, next_attempt_at, created_at)
    select q.id, q.transport, q.kind, q.recipient, q.user_id, q.webhook_id, q.payload, q.dedupe_key, q.alert_ids::uuid[], ${now}, ${now}
    from unnest(${ids.map(({ id }) => id)}::uuid[], ${column((word) => word.transport)}::text[], ${column((word) => word.kind)}::text[],
                ${column((word) => word.recipient)}::text[], ${column((word) => word.userId)}::uuid[],
                ${column((word) => word.webhookId)}::uuid[], ${payloads}::text[], ${column((word) => word.dedupeKey)}::text[],
                ${column((word) => `{${word.alertIds.join()}}`)}::text[])
      as q (id, transport, kind, recipient, user_id, webhook_id, payload, dedupe_key, alert_ids)
    on conflict (dedupe_key) do nothing`;
  if (queued.count > 0) ctx.emit({ type: 'mail.queued' });
}
