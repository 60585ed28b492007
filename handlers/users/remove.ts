import { remove } from '../../domain/users/remove.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';

export const removeUser = endpoint(
  {
    route: 'DELETE /api/users/:id',
    summary: 'Delete an account with its sessions and tokens',
    access: permission('users.manage'),
    params: IdParam,
    audits: ['user.delete'],
  },
  (ctx, { params }) => remove(ctx, params.id),
);
