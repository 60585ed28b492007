import type { Ctx } from '../context.ts';

/**
 * Whether the account signs in over single sign-on only: it is linked, and single sign-on is on. Then it is refused
 * password sign-in, gets no reset mail and cannot redeem an earlier link; RMM_OIDC_ENABLED=false is the break-glass
 * (SPEC.md, Password sign-in and second factor, 4).
 */
export async function mustUseSso({ sql, settings }: Pick<Ctx, 'sql' | 'settings'>, userId: string): Promise<boolean> {
  if (!settings.sso.enabled) return false;
  const [linked] = await sql`select 1 from sso_identities where user_id = ${userId}`;
  return linked !== undefined;
}
