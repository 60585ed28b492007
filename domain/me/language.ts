import type { Me } from '../../schema/sessions.ts';
import type { Ctx } from '../context.ts';
import { setLanguage } from '../users/own.ts';
import { ownAccount } from './account.ts';
import { read } from './read.ts';

/** Sets the language of the caller's console; null follows the browser. @throws 403 no_account */
export async function changeLanguage(ctx: Ctx, language: string | null): Promise<Me> {
  const id = ownAccount(ctx);
  const changed = await setLanguage(ctx, id, language);
  if (changed) await ctx.audit('user.language.update', { id, name: ctx.actor.name }, { language });
  return read(ctx);
}
