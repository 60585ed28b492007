import type { OauthGrant } from '../../../schema/oauth-apps.ts';
import type { Ctx } from '../../context.ts';
import { liveToken } from '../live-token.ts';

/** The applications that may act for the caller, the latest use first. */
export async function listOwn(ctx: Ctx): Promise<{ oauth_grants: OauthGrant[] }> {
  const { sql, actor } = ctx;
  const oauth_grants = await sql<OauthGrant[]>`
    select a.id, a.name, a.client_id, a.hosts, a.status, min(f.created_at) as authorized_at,
           max(coalesce(t.last_used_at, t.created_at)) as last_used_at,
           max(case when t.spent_at is null then greatest(t.expires_at, t.refresh_expires_at) else t.expires_at end)::timestamptz(3) as expires_at
    from oauth_tokens t
    join oauth_families f on f.id = t.family_id
    join oauth_applications a on a.id = t.application_id
    where t.user_id = ${actor.userId} and ${liveToken(ctx)}
    group by a.id order by last_used_at desc, a.id desc`;
  return { oauth_grants };
}
