import { list } from '../../domain/users/list.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { UserList, UserQuery } from '../../schema/users.ts';

export const listUsers = endpoint(
  {
    route: 'GET /api/users',
    summary: 'List accounts by name, for a scoped caller those it may manage',
    access: permission('users.manage'),
    query: UserQuery,
    output: UserList,
  },
  (ctx, { query }) => list(ctx, query),
);
