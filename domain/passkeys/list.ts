import type { Passkey, PasskeyList } from '../../schema/passkeys.ts';
import type { Ctx } from '../context.ts';
import { ownAccount } from '../me/account.ts';
import { columns } from './columns.ts';
import { relyingParty } from './relying-party.ts';

/** The caller's passkeys in the order they were added, and whether the console can take any. */
export async function listOwn(ctx: Ctx): Promise<PasskeyList> {
  const passkeys = await ctx.sql<Passkey[]>`
    select ${columns(ctx)} from passkeys where user_id = ${ownAccount(ctx)} order by created_at, id`;
  const judged = relyingParty(ctx);
  return { passkeys, ...(judged.party ? { available: true } : { available: false, reason: judged.reason }) };
}
