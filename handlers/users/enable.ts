import { enable } from '../../domain/users/disable.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { User } from '../../schema/users.ts';

export const enableUser = endpoint(
  {
    route: 'POST /api/users/:id/enable',
    summary: 'Give access back',
    access: permission('users.manage'),
    params: IdParam,
    output: User,
    audits: ['user.enable'],
  },
  (ctx, { params }) => enable(ctx, params.id),
);
