import type { Ctx } from '../../context.ts';
import { networkOf } from '../../network.ts';
import { notify } from '../../notifications/notify.ts';

const HOUR_MS = 3600 * 1000;
/** Told of in an hour, in all and from one network: a flood is told of, too, and must not use up what is left for others. */
const PER_HOUR = 20;
const PER_NETWORK = 5;
/** Waiting ones that were told of stay when others have to make room (prune.ts), so they are fewer than there is room for. */
const STANDING = 500;

/** What is told of an application; all of it is what the application says of itself. */
interface Application {
  id: string;
  name: string;
  /** Hosts that it returns to, as oauth_applications keeps them. */
  hosts: string[];
}

/**
 * Tells whoever may let applications in that this one waits for it (event oauth.app.pending: unscoped readers with
 * api_tokens.manage, and webhooks), unless there was much to tell of lately: it waits in the console all the same. Call it in the
 * transaction that makes the application pending, once for each.
 */
export async function notePending(ctx: Ctx, { id, name, hosts }: Application): Promise<void> {
  if (!(await hasRoom(ctx))) return;
  await ctx.sql`update oauth_applications set told_at = ${ctx.now()} where id = ${id}`;
  const subject = { kind: 'oauth_app' as const, id };
  await notify(ctx, [
    { event: 'oauth.app.pending', agentId: null, subject, details: { name, hosts: hosts.join(', ') } },
  ]);
}

async function hasRoom({ sql, now, origin }: Ctx): Promise<boolean> {
  const since = new Date(now().getTime() - HOUR_MS);
  const lately = await sql<{ registered_ip: string | null }[]>`
    select registered_ip from oauth_applications where told_at > ${since} limit ${PER_HOUR}`;
  const network = networkOf(origin.ip ?? '');
  const near = lately.filter(({ registered_ip }) => networkOf(registered_ip ?? '') === network);
  if (lately.length >= PER_HOUR || near.length >= PER_NETWORK) return false;
  const [told] = await sql<{ standing: number }[]>`
    select count(*)::int as standing from oauth_applications where told_at is not null and status = 'pending'`;
  return (told?.standing ?? 0) < STANDING;
}
