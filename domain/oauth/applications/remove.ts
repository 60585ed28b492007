import { changed } from '../../changed.ts';
import type { Ctx } from '../../context.ts';
import { notFound } from '../../problem.ts';
import { liveToken } from '../live-token.ts';

/**
 * Removes an application with its tokens, codes and single sign-on grants, in the caller's transaction; audited
 * oauth.app.revoke with the number of tokens that were alive. It may register again. @throws Problem 404
 */
export async function remove(ctx: Ctx, id: string): Promise<void> {
  const { sql } = ctx;
  // First of all, and it waits for whoever is issuing a code or a token to it: what they leave is deleted below.
  const [application] = await sql<{ name: string; hosts: string[] }[]>`
    delete from oauth_applications where id = ${id} returning name, hosts`;
  if (!application) throw notFound('OAuth application');
  const [killed] = await sql<{ tokens: number }[]>`
    select count(*)::int as tokens from oauth_tokens t where t.application_id = ${id} and ${liveToken(ctx)}`;
  await sql`delete from oauth_codes where application_id = ${id}`;
  await sql`delete from oauth_sso_grants where application_id = ${id}`;
  await sql`delete from oauth_families where application_id = ${id}`; // takes its tokens along
  const { name, hosts } = application;
  await ctx.audit('oauth.app.revoke', { id, name }, { hosts, tokens: killed?.tokens ?? 0 });
  changed(ctx, 'oauth_apps', [id]);
}
