import type { Ctx } from '../context.ts';

/** Whether sign-in asks for more than the password. Passkeys come on top of the app, so the app's row says it. */
export async function hasSecondFactor({ sql }: Pick<Ctx, 'sql'>, userId: string): Promise<boolean> {
  const [row] = await sql`select 1 from totp where user_id = ${userId} and enabled_at is not null`;
  return row !== undefined;
}
