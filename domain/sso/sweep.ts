import type { Ctx } from '../context.ts';
import { sweepGrants } from '../oauth/sso-grants.ts';

/** Removes sign-ins that never came back, codes that no page fetched, and tickets that none posted. */
export async function sweepSso(ctx: Ctx): Promise<number> {
  const { sql, now } = ctx;
  const flows = await sql`delete from sso_flows where expires_at <= ${now()}`;
  const exchanges = await sql`delete from sso_exchanges where expires_at <= ${now()}`;
  return flows.count + exchanges.count + (await sweepGrants(ctx));
}
