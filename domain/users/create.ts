import type { User, UserCreate } from '../../schema/users.ts';
import { offerConfirmation } from '../account-links/confirmation.ts';
import { type Ctx, transaction } from '../context.ts';
import { hashPassword } from '../passwords/hash.ts';
import { requireGoodPassword } from '../passwords/policy.ts';
import { conflict, lacksPermission } from '../problem.ts';
import { violatedConstraint } from '../sql.ts';
import { requireAssignable } from './delegation.ts';
import { requireGrantable } from './grantable.ts';
import { lockAccess } from './lock.ts';
import { read } from './record.ts';
import { insertScopes } from './scopes.ts';

/**
 * Makes an account; a blank address counts as none, another one gets a link to confirm it. Opens its own transaction, after
 * the password is hashed.
 * @throws 400 weak_password, unknown_role, unknown_scope_target; 403 permission_denied (an address without
 * users.email.manage), exceeds_permissions, admin_role, out_of_scope, unscoped_required; 409 username_taken, email_taken
 */
export async function create(ctx: Ctx, input: UserCreate): Promise<User> {
  const { username, password, role } = input;
  const email = input.email || null;
  if (email && !ctx.actor.permissions.has('users.email.manage')) throw lacksPermission('users.email.manage');
  requireGoodPassword(password, 'password');
  const passwordHash = await hashPassword(password, ctx.random);
  return transaction(ctx, async (inside) => {
    await requireGrantable(inside, input.scopes);
    await lockAccess(inside);
    await requireAssignable(inside, role);
    const id = await insertUser(inside, { username, passwordHash, role, email, builtin: false });
    const scopes = await insertScopes(inside, id, input.scopes);
    await inside.audit('user.create', { id, name: username }, { role, scopes });
    await offerConfirmation(inside, id);
    inside.emit({ type: 'changed', noun: 'users', ids: [id] });
    return read(inside, id);
  });
}

interface NewUser {
  username: string;
  /** Null: it signs in over single sign-on alone. */
  passwordHash: string | null;
  role: string;
  email: string | null;
  /** Its owner is known to read mail there. */
  emailConfirmed?: boolean;
  builtin: boolean;
}

/** Inserts the row and returns its id. @throws 409 username_taken, email_taken, both compared without case */
export async function insertUser(ctx: Ctx, user: NewUser): Promise<string> {
  const { username, passwordHash, role, email, emailConfirmed = false, builtin } = user;
  const confirmedAt = emailConfirmed ? ctx.now() : null;
  const [row] = await ctx.sql<{ id: string }[]>`
    insert into users (username, password_hash, role_key, email, email_confirmed_at, builtin)
    values (${username}, ${passwordHash}, ${role}, ${email}, ${confirmedAt}, ${builtin}) returning id`.catch(
    taken(user),
  );
  if (!row) throw new Error('insert without a row');
  return row.id;
}

const taken =
  ({ username, email }: NewUser) =>
  (error: unknown) => {
    const constraint = violatedConstraint(error);
    if (constraint === 'users_username_key') throw conflict('username_taken', `An account named ${username} exists.`);
    if (constraint === 'users_email_key') throw conflict('email_taken', `An account with the address ${email} exists.`);
    throw error;
  };
