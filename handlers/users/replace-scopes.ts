import { replaceScopes } from '../../domain/users/scopes.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { UserScopes, UserScopesRead } from '../../schema/users.ts';

export const replaceUserScopes = endpoint(
  {
    route: 'PUT /api/users/:id/scopes',
    summary: 'Replace the access scope of an account; empty is unrestricted',
    access: permission('users.manage'),
    params: IdParam,
    body: UserScopes,
    output: UserScopesRead,
    audits: ['user.scopes.update'],
  },
  (ctx, { params, body }) => replaceScopes(ctx, params.id, body.scopes),
);
