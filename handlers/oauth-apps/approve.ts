import { approve } from '../../domain/oauth/applications/approve.ts';
import { permission, unscoped } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { OauthApp } from '../../schema/oauth-apps.ts';

export const approveOauthApp = endpoint(
  {
    route: 'POST /api/oauth-apps/:id/approve',
    summary: 'Let a waiting AI application in',
    access: unscoped(permission('api_tokens.manage')),
    params: IdParam,
    output: OauthApp,
    audits: ['oauth.app.approve'],
  },
  (ctx, { params }) => approve(ctx, params.id),
);
