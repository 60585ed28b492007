import { changeRole } from '../../domain/users/role.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { User, UserEdit } from '../../schema/users.ts';

export const editUser = endpoint(
  {
    route: 'PATCH /api/users/:id',
    summary: 'Give an account another role',
    access: permission('users.manage'),
    params: IdParam,
    body: UserEdit,
    output: User,
    audits: ['user.role.update'],
  },
  (ctx, { params, body }) => changeRole(ctx, params.id, body),
);
