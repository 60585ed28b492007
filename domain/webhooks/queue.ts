import type { NotificationEvent } from '../../schema/notifications.ts';
import type { Ctx } from '../context.ts';
import { type QueuedWord, queueMany } from '../mail/queue-many.ts';
import { pathOf } from '../notifications/links.ts';
import type { Notice, NoticeDetails } from '../notifications/notice.ts';

/** What a delivery tells of. */
export interface Told {
  id: string;
  event: NotificationEvent;
  agent_id: string | null;
  agent_hostname: string | null;
  client_id: string | null;
  site_id: string | null;
  group_id: string | null;
  subject_kind: Notice['subject']['kind'];
  subject_id: string;
  details: NoticeDetails;
  created_at: string;
}

/** Queues a delivery of each of these to every enabled webhook that wants its event, in the caller's transaction. */
export async function queueDeliveries(ctx: Ctx, told: Told[]): Promise<void> {
  const webhooks = await ctx.sql<{ id: string; url: string; events: string[] }[]>`
    select w.id, w.url, w.events from webhooks w
    where w.enabled and w.events && ${[...new Set(told.map(({ event }) => event))]}::text[] order by w.id for key share`;
  const words: QueuedWord[] = [];
  for (const one of told) {
    const wanting = webhooks.filter(({ events }) => events.includes(one.event));
    if (wanting.length === 0) continue;
    const payload = bodyOf(ctx, one);
    for (const { id, url } of wanting)
      words.push({
        transport: 'webhooks',
        kind: one.event,
        recipient: new URL(url).host,
        userId: null,
        webhookId: id,
        payload,
        dedupeKey: `notice:${one.id}:webhook:${id}`,
        alertIds: [],
      });
  }
  await queueMany(ctx, words);
}

/** The body, the same for each webhook and each try. */
function bodyOf({ settings }: Ctx, told: Told): string {
  const { id, event, agent_id, agent_hostname, client_id, site_id, group_id, details, created_at } = told;
  const subject = { kind: told.subject_kind, id: told.subject_id };
  return JSON.stringify({
    id,
    event,
    at: created_at,
    instance: settings.instanceName,
    ...(agent_id && { device: { id: agent_id, hostname: agent_hostname, client_id, site_id, group_id } }),
    subject: { ...subject, url: settings.consoleUrl + pathOf(subject) },
    details,
  });
}
