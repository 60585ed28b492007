import { disable } from '../../domain/users/disable.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { User } from '../../schema/users.ts';

export const disableUser = endpoint(
  {
    route: 'POST /api/users/:id/disable',
    summary: 'Withdraw access: sessions end, bound API tokens stop',
    access: permission('users.manage'),
    params: IdParam,
    output: User,
    audits: ['user.disable'],
  },
  (ctx, { params }) => disable(ctx, params.id),
);
