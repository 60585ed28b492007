import { changed } from '../../changed.ts';
import { actingAs, type Ctx } from '../../context.ts';
import { liveToken } from '../live-token.ts';
import { actorOf, type Holder } from './holder.ts';

export type RevokeReason = 'requested' | 'code_replayed' | 'refresh_reused';

/** Ends what one authorization led to: every token of it. Audited with the number of tokens that were alive. */
export async function revokeFamily(ctx: Ctx, familyId: string, holder: Holder, reason: RevokeReason): Promise<void> {
  const { sql } = ctx;
  const [live] = await sql<{ tokens: number }[]>`
    select count(*)::int as tokens from oauth_tokens t where t.family_id = ${familyId} and ${liveToken(ctx)}`;
  await sql`delete from oauth_families where id = ${familyId}`; // takes its tokens along
  const target = { id: holder.application_id, name: holder.application };
  const details = { user: holder.username, tokens: live?.tokens ?? 0, reason };
  await actingAs(ctx, actorOf(holder)).audit('oauth.token.revoke', target, details);
  changed(ctx, 'oauth_apps', [holder.application_id]);
}
