import { reset } from '../../domain/second-factors/reset.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { User } from '../../schema/users.ts';

export const resetSecondFactorOfUser = endpoint(
  {
    route: 'POST /api/users/:id/2fa/reset',
    summary: 'Remove the authenticator app, recovery codes and passkeys of an account',
    access: permission('users.manage'),
    params: IdParam,
    output: User,
    audits: ['user.second_factor.reset'],
  },
  (ctx, { params }) => reset(ctx, params.id),
);
