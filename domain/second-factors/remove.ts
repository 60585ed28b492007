import type { Ctx } from '../context.ts';
import { removeAllPasskeys } from '../passkeys/remove.ts';
import { removeRecoveryCodes } from './recovery-codes.ts';

/** What was there. */
export interface Removed {
  totp: boolean;
  passkeys: number;
}

/** Removes whatever the account has beside its password: app, staged secret, recovery codes and passkeys. */
export async function removeSecondFactors(ctx: Ctx, userId: string): Promise<Removed> {
  const [row] = await ctx.sql<{ enabled: boolean }[]>`
    delete from totp where user_id = ${userId} returning enabled_at is not null as enabled`;
  await removeRecoveryCodes(ctx, userId);
  return { totp: row?.enabled ?? false, passkeys: await removeAllPasskeys(ctx, userId) };
}
