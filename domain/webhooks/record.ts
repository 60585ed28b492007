import type { Webhook } from '../../schema/webhooks.ts';
import type { Ctx } from '../context.ts';
import { notFound } from '../problem.ts';
import type { Sql } from '../sql.ts';

/** Columns of a webhook in an answer, without its secret. Alias: `webhooks w`. */
const columns = (sql: Sql) => sql`
  w.id, w.name, w.url, w.events, w.enabled, w.created_by ->> 'name' as created_by,
  (select count(*)::int from outbox m where m.webhook_id = w.id and m.state in ('pending', 'processing')) as waiting,
  rfc3339(w.last_delivery_at) as last_delivery_at, w.last_status, w.last_error,
  rfc3339(w.created_at) as created_at, rfc3339(w.updated_at) as updated_at`;

/** All of them, by name; there are few. */
export async function list({ sql }: Ctx): Promise<{ webhooks: Webhook[] }> {
  return { webhooks: await sql<Webhook[]>`select ${columns(sql)} from webhooks w order by lower(w.name), w.id` };
}

/** @throws 404 */
export async function read({ sql }: Ctx, id: string): Promise<Webhook> {
  const [row] = await sql<Webhook[]>`select ${columns(sql)} from webhooks w where w.id = ${id}`;
  if (!row) throw notFound('webhook');
  return row;
}

/** What is sent with. */
export interface Target {
  id: string;
  name: string;
  url: string;
  /** Sealed. */
  secret: string;
  enabled: boolean;
}

/** @throws 404 */
export async function findTarget({ sql }: Ctx, id: string, lock = false): Promise<Target> {
  const [row] = await sql<Target[]>`
    select w.id, w.name, w.url, w.secret, w.enabled from webhooks w where w.id = ${id} ${lock ? sql`for update` : sql``}`;
  if (!row) throw notFound('webhook');
  return row;
}

/** Where a secret is sealed for. */
export const secretPlace = (id: string): string => `webhooks:secret:${id}`;

/** Seals stored secrets with the first key. @returns how many rows changed */
export async function resealWebhooks({ sql, secrets }: Ctx): Promise<number> {
  const rows = await sql<{ id: string; secret: string }[]>`select id, secret from webhooks`;
  let resealed = 0;
  for (const { id, secret } of rows.filter((row) => secrets.isStale(row.secret))) {
    const anew = secrets.seal(secretPlace(id), secrets.open(secretPlace(id), secret));
    resealed += (await sql`update webhooks set secret = ${anew} where id = ${id} and secret = ${secret}`).count;
  }
  return resealed;
}
