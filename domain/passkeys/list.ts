import type { Passkey, PasskeyList, PasskeyObstacle } from '../../schema/passkeys.ts';
import type { Ctx } from '../context.ts';
import { ownAccount } from '../me/account.ts';
import { mustUseSso } from '../sso/linked.ts';
import { columns } from './columns.ts';
import { relyingParty } from './relying-party.ts';

/** The caller's passkeys in the order they were added, and whether there can be more. */
export async function listOwn(ctx: Ctx): Promise<PasskeyList> {
  const userId = ownAccount(ctx);
  const passkeys = await ctx.sql<Passkey[]>`
    select ${columns(ctx)} from passkeys where user_id = ${userId} order by created_at, id`;
  const reason = await obstacle(ctx, userId);
  const { origin } = new URL(ctx.settings.consoleUrl);
  return { passkeys, origin, available: reason === undefined, reason };
}

async function obstacle(ctx: Ctx, userId: string): Promise<PasskeyObstacle | undefined> {
  if (await mustUseSso(ctx, userId)) return 'sso_linked';
  const judged = relyingParty(ctx);
  return judged.party ? undefined : judged.reason;
}
