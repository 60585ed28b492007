import { timingSafeEqual } from 'node:crypto';
import type { SignedIn } from '../../schema/sessions.ts';
import { type Ctx, transaction } from '../context.ts';
import { start } from '../sessions/sign-in.ts';
import { hashToken } from '../tokens.ts';
import { lockAddressee } from '../users/mail-address.ts';
import { providerOf, randomText } from './flows.ts';
import { ssoFailed } from './refusal.ts';

/** A page that has just been sent its code needs no longer (SPEC.md, Limits). */
const LIFETIME_MS = 60_000;

/** What the callback gives to the console's page instead of a session, which must not stand in an address. */
export async function createExchange(ctx: Ctx, userId: string, binding: string): Promise<string> {
  const code = randomText(ctx);
  const expiresAt = new Date(ctx.now().getTime() + LIFETIME_MS);
  await ctx.sql`
    insert into sso_exchanges (code_hash, user_id, binding_hash, expires_at)
    values (${hashToken(code)}, ${userId}, ${hashToken(binding)}, ${expiresAt})`;
  return code;
}

interface Exchange {
  code: string;
  /** The cookie's value. */
  binding: string | undefined;
  /** The request's Origin: a page of another site gets no session, whatever it has learnt (ATTACKS.md 9). */
  origin: string | undefined;
}

/**
 * Exchanges a code for a session: once, within 60 s, in the browser that began. The provider has asked for its own second
 * factor, so there is none here. A code is spent by whatever tries it. @throws 404 while off, 401 sso_failed
 */
export async function exchange(ctx: Ctx, { code, binding, origin }: Exchange): Promise<SignedIn> {
  providerOf(ctx);
  if (origin !== ctx.settings.consoleUrl) throw ssoFailed('other_origin');
  if (binding === undefined) throw ssoFailed('no_cookie');
  const userId = await spend(ctx, code, binding);
  return transaction(ctx, async (inside) => {
    const user = await lockAddressee(inside, userId);
    if (!user) throw ssoFailed('account_deleted');
    if (user.disabled) throw ssoFailed('account_disabled', { id: user.id, name: user.username });
    const [linked] = await inside.sql`select 1 from sso_identities where user_id = ${userId}`;
    if (!linked) throw ssoFailed('link_removed', { id: user.id, name: user.username }); // since the callback
    return start(inside, userId, 'sso');
  });
}

/** Outside the transaction of the session, so that a refusal does not bring the code back. */
async function spend(ctx: Ctx, code: string, binding: string): Promise<string> {
  const [row] = await ctx.sql<{ user_id: string; binding_hash: Buffer; expires_at: string }[]>`
    delete from sso_exchanges where code_hash = ${hashToken(code)} returning user_id, binding_hash, expires_at`;
  if (!row) throw ssoFailed('unknown_code');
  if (Date.parse(row.expires_at) <= ctx.now().getTime()) throw ssoFailed('too_late');
  if (!timingSafeEqual(row.binding_hash, hashToken(binding))) throw ssoFailed('other_browser');
  return row.user_id;
}
