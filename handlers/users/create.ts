import { create } from '../../domain/users/create.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { User, UserCreate } from '../../schema/users.ts';

export const createUser = endpoint(
  {
    route: 'POST /api/users',
    summary: 'Create an account; an address needs users.email.manage too',
    access: permission('users.manage'),
    body: UserCreate,
    output: User,
    status: 201,
    audits: ['user.create', 'user.email_confirmation.mail'],
    transaction: 'own',
  },
  (ctx, { body }) => create(ctx, body),
);
