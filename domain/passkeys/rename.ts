import type { Passkey } from '../../schema/passkeys.ts';
import type { Ctx } from '../context.ts';
import { ownAccount } from '../me/account.ts';
import { notFound } from '../problem.ts';
import { columns } from './columns.ts';

/** Names one of the caller's passkeys anew. @throws 404, for somebody else's too */
export async function renameOwn(ctx: Ctx, id: string, name: string): Promise<Passkey> {
  const [row] = await ctx.sql<Passkey[]>`
    update passkeys set name = ${name} where id = ${id} and user_id = ${ownAccount(ctx)} returning ${columns(ctx)}`;
  if (!row) throw notFound('passkey');
  return row;
}
