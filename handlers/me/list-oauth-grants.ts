import { listOwn } from '../../domain/oauth/grants/list.ts';
import { userSession } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { OauthGrantList } from '../../schema/oauth-apps.ts';

export const listMyOauthGrants = endpoint(
  {
    route: 'GET /api/me/oauth-grants',
    summary: 'List the AI applications that act for you',
    access: userSession,
    output: OauthGrantList,
  },
  (ctx) => listOwn(ctx),
);
