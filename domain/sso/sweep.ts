import type { Ctx } from '../context.ts';

/** Removes sign-ins that never came back, and codes that no page fetched. */
export async function sweepSso({ sql, now }: Ctx): Promise<number> {
  const flows = await sql`delete from sso_flows where expires_at <= ${now()}`;
  const exchanges = await sql`delete from sso_exchanges where expires_at <= ${now()}`;
  return flows.count + exchanges.count;
}
