import { unlink } from '../../domain/sso/unlink.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';

export const unlinkSsoOfUser = endpoint(
  {
    route: 'DELETE /api/users/:id/sso',
    summary: 'Take the link between an account and single sign-on away; its sessions end',
    access: permission('users.manage'),
    params: IdParam,
    audits: ['user.sso.unlink'],
  },
  (ctx, { params }) => unlink(ctx, params.id),
);
