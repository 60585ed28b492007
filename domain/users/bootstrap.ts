import type { User } from '../../schema/users.ts';
import { type Ctx, transaction } from '../context.ts';
import { hashPassword } from '../passwords/hash.ts';
import { requireGoodPassword } from '../passwords/policy.ts';
import { conflict } from '../problem.ts';
import { insertUser } from './create.ts';
import { lockAccess } from './lock.ts';
import { read } from './record.ts';

/** Whether there is no account yet, so that the first administrator can be made. */
export async function needsBootstrap({ sql }: Pick<Ctx, 'sql'>): Promise<boolean> {
  const [row] = await sql`select 1 from users limit 1`;
  return row === undefined;
}

/**
 * Makes the first administrator, the built-in one, while no account exists; of parallel callers one wins. It can't be
 * deleted or disabled, so this never opens again (ATTACKS.md 1).
 * @throws 409 already_set_up, 400 weak_password
 */
export async function bootstrap(ctx: Ctx, { username, password }: Credentials): Promise<User> {
  await requireNobody(ctx); // before the password is judged: a closed door explains nothing
  requireGoodPassword(password, 'password');
  const passwordHash = await hashPassword(password, ctx.random);
  return transaction(ctx, async (inside) => {
    await lockAccess(inside);
    await requireNobody(inside);
    const id = await insertUser(inside, { username, passwordHash, role: 'admin', email: null, builtin: true });
    await inside.audit('auth.bootstrap', { id, name: username }, {});
    inside.emit({ type: 'changed', noun: 'users', ids: [id] });
    return read(inside, id);
  });
}

interface Credentials {
  username: string;
  password: string;
}

async function requireNobody(ctx: Ctx): Promise<void> {
  if (!(await needsBootstrap(ctx)))
    throw conflict('already_set_up', 'This server has its first administrator already.');
}
