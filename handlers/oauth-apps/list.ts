import { list } from '../../domain/oauth/applications/list.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { OauthAppList, OauthAppQuery } from '../../schema/oauth-apps.ts';

export const listOauthApps = endpoint(
  {
    route: 'GET /api/oauth-apps',
    summary: 'List AI applications, those that wait first, and who may register',
    access: permission('api_tokens.manage'),
    query: OauthAppQuery,
    output: OauthAppList,
  },
  (ctx, { query }) => list(ctx, query),
);
