import { systemActor } from '../actor.ts';
import { actingAs, type Ctx, type Origin, transaction } from '../context.ts';
import { queueMail } from '../mail/queue.ts';
import { everything } from '../scope.ts';
import { mustUseSso } from '../sso/linked.ts';
import { findByAddress, lockAddressee } from '../users/mail-address.ts';
import { waitMs } from './budget.ts';
import { createLink, voidLinks } from './links.ts';

/**
 * Notes that somebody asked for a link to set a new password, and looks at nothing: the same work for every address, known
 * or not (SPEC.md, Password sign-in and second factor, 5; ATTACKS.md 3). sendRequestedLinks() does the rest.
 */
export async function requestReset(
  { sql, origin, settings, now }: Ctx,
  email: string,
): Promise<{ status: 'accepted' }> {
  if (settings.accountRelay)
    await sql`
      insert into password_reset_requests (email, ip, user_agent, request_id, created_at)
      values (${email}, ${origin.ip}, ${origin.userAgent?.slice(0, 500) ?? null}, ${origin.requestId}, ${now()})`;
  return { status: 'accepted' };
}

/** Requests that could not be worked on for so long are dropped: whoever waits has asked again, or given up. */
const GIVE_UP_MS = 3600_000;
const AT_ONCE = 100;

type Request = { id: string; email: string } & { [K in 'ip' | 'user_agent' | 'request_id']: string | null };

/**
 * Mails a link for each request that is an account's. Requests for addresses that are nobody's, and all but the first for
 * one address, go in one statement: a flood of them costs little, and holds nobody else's up. One that fails does not
 * either, and is tried again in the next round. @returns how many links were queued
 */
export async function sendRequestedLinks(ctx: Ctx): Promise<number> {
  if (!ctx.settings.accountRelay) return 0;
  const { sql, now } = ctx;
  await sql`
    delete from password_reset_requests r
    where r.created_at < ${new Date(now().getTime() - GIVE_UP_MS)}
       or not exists (select 1 from users u where lower(u.email) = lower(r.email))
       or r.id not in (
         select distinct on (lower(o.email)) o.id from password_reset_requests o order by lower(o.email), o.id)`;
  const requests = await sql<Request[]>`
    select id, email, ip, user_agent, request_id from password_reset_requests order by id limit ${AT_ONCE}`;
  const failures: unknown[] = [];
  let queued = 0;
  for (const request of requests)
    try {
      if (await answer(ctx, request)) queued += 1;
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw new AggregateError(failures, 'requested links were not queued');
  return queued;
}

function answer(ctx: Ctx, { id, email, ...call }: Request): Promise<boolean> {
  const origin: Origin = { requestId: call.request_id, ip: call.ip, userAgent: call.user_agent };
  return transaction(actingAs(ctx, systemActor('anonymous'), everything, origin), async (inside) => {
    const taken = await inside.sql`
      delete from password_reset_requests where id in (
        select id from password_reset_requests where id = ${id} for update skip locked)`;
    return taken.count > 0 && (await mailLink(inside, email));
  });
}

/**
 * Only a confirmed address gets one, since a mistyped one belongs to a stranger. Nobody gets one who is disabled or signs in
 * over single sign-on, nor more than one within five minutes and five within a day. A newer link ends older ones.
 */
async function mailLink(ctx: Ctx, email: string): Promise<boolean> {
  const id = await findByAddress(ctx, email);
  const owner = id === undefined ? undefined : await lockAddressee(ctx, id);
  if (!owner?.email || owner.email.toLowerCase() !== email.toLowerCase()) return false; // it changed before the lock
  if (!owner.confirmed || owner.disabled || (await mustUseSso(ctx, owner.id))) return false;
  if ((await waitMs(ctx, 'password_reset', owner.id, owner.email)) > 0) return false;
  await voidLinks(ctx, [owner.id], 'password_reset');
  const { url, expiresAt } = await createLink(ctx, 'password_reset', owner.id, owner.email);
  await queueMail(ctx, {
    transport: 'account',
    content: { kind: 'account.password_reset', url, username: owner.username, expires_at: expiresAt.toISOString() },
    recipient: owner.email,
    userId: owner.id,
    expiresAt,
  });
  await ctx.audit('user.password_reset.mail', { id: owner.id, name: owner.username }, {});
  return true;
}
