import { bootstrap } from '../../domain/users/bootstrap.ts';
import { bootstrapToken } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { Bootstrap } from '../../schema/sessions.ts';
import { User } from '../../schema/users.ts';

export const bootstrapFirstAdmin = endpoint(
  {
    route: 'POST /api/auth/bootstrap',
    summary: 'Make the first administrator, while no account exists',
    access: bootstrapToken,
    body: Bootstrap,
    output: User,
    status: 201,
    audits: ['auth.bootstrap'],
    transaction: 'own',
  },
  (ctx, { body }) => bootstrap(ctx, body),
);
