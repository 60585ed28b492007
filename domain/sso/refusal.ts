import { Problem } from '../problem.ts';
import { IdentityError } from './provider.ts';

/** Whom a failed sign-in was about, as far as that is known: an account, or only what the provider calls the person. */
export interface Whom {
  id: string | null;
  name: string | null;
}

const nobody: Whom = { id: null, name: null };

/**
 * The one answer to whatever goes wrong in single sign-on. The reason is for the log and the audit trail; who signs in
 * learns nothing of it (SPEC.md, Single sign-on). Repeats of a reason within a minute are one entry for each person.
 */
export function ssoFailed(reason: string, whom: Whom = nobody, cause: unknown = new IdentityError(reason)): Problem {
  return new Problem(401, 'sso_failed', 'Single sign-on did not succeed.', {
    cause,
    refused: { target: whom, reason, key: `${reason} ${whom.id ?? whom.name?.slice(0, 300) ?? ''}` },
  });
}

/** Lets an IdentityError out as that answer. */
export async function judged<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof IdentityError ? ssoFailed(error.reason, nobody, error) : error;
  }
}
