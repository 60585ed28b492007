import type { Ctx } from '../context.ts';
import { verifyPassword } from '../passwords/hash.ts';
import { Problem } from '../problem.ts';
import { readPasswordHash } from '../users/own.ts';

/** An account and the hash that its password fits, for `admit` to find unchanged in the transaction that follows. */
export interface Confirmed {
  id: string;
  username: string;
  passwordHash: string;
}

/**
 * For what an open session alone must not do: whoever finds one does not know the password behind it. Outside of any
 * transaction. @throws 403 no_password for an account that has none, wrong_password; 503 busy
 */
export async function requireCurrentPassword(ctx: Ctx, userId: string, password: string): Promise<Confirmed> {
  const { username, passwordHash } = await readPasswordHash(ctx, userId);
  if (passwordHash === null)
    throw new Problem(403, 'no_password', 'This account has no password: it signs in over single sign-on.');
  if (!(await verifyPassword(passwordHash, password, 'familiar'))) throw wrongPassword();
  return { id: userId, username, passwordHash };
}

export const wrongPassword = () => new Problem(403, 'wrong_password', 'The current password is wrong.');
