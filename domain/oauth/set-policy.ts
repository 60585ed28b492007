import type { OauthPolicy, OauthPolicyChange } from '../../schema/oauth-apps.ts';
import type { Ctx } from '../context.ts';
import { invalid } from '../problem.ts';

/**
 * Says who may register; what is not named stays, and the result is judged as a whole. Applications that are approved stay
 * so; those whose hosts are no longer allowed cannot authorize any more. @throws 400 allowed_hosts_empty
 */
export async function setPolicy(ctx: Ctx, change: OauthPolicyChange): Promise<OauthPolicy> {
  const { sql, now } = ctx;
  const before = await lock(ctx);
  const policy: OauthPolicy = { ...before, ...change };
  if (policy.registration === 'allowed_hosts' && policy.allowed_hosts.length === 0)
    throw invalid('allowed_hosts', 'Name at least one host, or no application could register.', 'allowed_hosts_empty');
  const { registration, allowed_hosts, require_approval } = policy;
  await sql`
    update oauth_policy set registration = ${registration}, allowed_hosts = ${allowed_hosts},
      require_approval = ${require_approval}, updated_at = ${now()}`;
  await ctx.audit('config.mcp_oauth.update', { id: null, name: 'mcp_oauth' }, policy);
  ctx.emit({ type: 'changed', noun: 'oauth_apps' });
  return policy;
}

/** So that of two changes at once each builds on the other. */
async function lock({ sql }: Ctx): Promise<OauthPolicy> {
  const [row] = await sql<OauthPolicy[]>`
    select registration, allowed_hosts, require_approval from oauth_policy for update`;
  if (!row) throw new Error('the policy has its row from the migration on');
  return { ...row };
}
