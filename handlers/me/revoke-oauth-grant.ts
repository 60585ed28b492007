import { revokeOwn } from '../../domain/oauth/grants/revoke.ts';
import { userSession } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';

export const revokeMyOauthGrant = endpoint(
  {
    route: 'DELETE /api/me/oauth-grants/:id',
    summary: 'End all that an AI application may do for you',
    access: userSession,
    params: IdParam,
    audits: ['oauth.token.revoke'],
  },
  (ctx, { params }) => revokeOwn(ctx, params.id),
);
