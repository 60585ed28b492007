import { readDetail } from '../../domain/users/detail.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { UserDetail } from '../../schema/users.ts';

export const readUser = endpoint(
  {
    route: 'GET /api/users/:id',
    summary: 'Read an account, with names for what its access scope holds',
    access: permission('users.manage'),
    params: IdParam,
    output: UserDetail,
  },
  (ctx, { params }) => readDetail(ctx, params.id),
);
