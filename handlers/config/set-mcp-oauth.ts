import { setPolicy } from '../../domain/oauth/set-policy.ts';
import { permission, unscoped } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { OauthPolicy, OauthPolicyChange } from '../../schema/oauth-apps.ts';

export const setMcpOauth = endpoint(
  {
    route: 'PUT /api/config/mcp-oauth',
    summary: 'Say which AI applications may register, and whether somebody has to approve them',
    access: unscoped(permission('api_tokens.manage')),
    body: OauthPolicyChange,
    output: OauthPolicy,
    audits: ['config.mcp_oauth.update'],
  },
  (ctx, { body }) => setPolicy(ctx, body),
);
