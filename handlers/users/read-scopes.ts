import { readScopes } from '../../domain/users/scopes.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { UserScopesRead } from '../../schema/users.ts';

export const readUserScopes = endpoint(
  {
    route: 'GET /api/users/:id/scopes',
    summary: 'List the access scope of an account; empty is unrestricted',
    access: permission('users.manage'),
    params: IdParam,
    output: UserScopesRead,
  },
  (ctx, { params }) => readScopes(ctx, params.id),
);
