import type { Ctx } from '../context.ts';
import { Problem } from '../problem.ts';

/** Id of the account behind the caller. @throws 403 no_account for the bootstrap token and tokens that are bound to nobody */
export function ownAccount(ctx: Ctx): string {
  if (ctx.actor.userId) return ctx.actor.userId;
  throw new Problem(403, 'no_account', 'This needs an account, and your token is bound to none.');
}
