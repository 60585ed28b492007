import { remove } from '../../domain/oauth/applications/remove.ts';
import { permission, unscoped } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';

export const removeOauthApp = endpoint(
  {
    route: 'DELETE /api/oauth-apps/:id',
    summary: 'Remove an AI application, with all its tokens, codes and sign-ins',
    access: unscoped(permission('api_tokens.manage')),
    params: IdParam,
    audits: ['oauth.app.revoke'],
  },
  (ctx, { params }) => remove(ctx, params.id),
);
