import { changed } from '../../changed.ts';
import type { Ctx } from '../../context.ts';
import { notFound } from '../../problem.ts';
import { liveToken } from '../live-token.ts';

/**
 * Takes back all that the caller gave one application: tokens, and codes and sign-ins that could still become some.
 * @throws 404 when there is nothing of the caller's
 */
export async function revokeOwn(ctx: Ctx, applicationId: string): Promise<void> {
  const { sql, actor } = ctx;
  // First of all, and it waits for whoever is issuing a code or a token to it: what they leave is deleted below.
  const [application] = await sql<{ name: string }[]>`
    select name from oauth_applications where id = ${applicationId} for update`;
  const [live] = await sql<{ tokens: number }[]>`
    select count(*)::int as tokens from oauth_tokens t
    where t.application_id = ${applicationId} and t.user_id = ${actor.userId} and ${liveToken(ctx)}`;
  await sql`delete from oauth_codes where application_id = ${applicationId} and user_id = ${actor.userId}`;
  await sql`delete from oauth_sso_grants where application_id = ${applicationId} and user_id = ${actor.userId}`;
  const families = await sql`
    delete from oauth_families where application_id = ${applicationId} and user_id = ${actor.userId} returning 1`;
  if (!application || families.length === 0) throw notFound('grant');
  const target = { id: applicationId, name: application.name };
  const user = actor.name;
  await ctx.audit('oauth.token.revoke', target, { user, tokens: live?.tokens ?? 0, reason: 'requested' });
  changed(ctx, 'oauth_apps', [applicationId]);
}
