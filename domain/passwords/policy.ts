import { Problem } from '../problem.ts';
import { commonPasswords } from './common.ts';

/** SPEC.md, Limits. Characters, not UTF-16 units. */
const MINIMUM = 12;

/**
 * One form for what different keyboards and systems send as different code points (NIST SP 800-63B, 3.1.1.2). Applied
 * before a password is judged, hashed or compared.
 */
export const normalizePassword = (password: string): string => password.normalize('NFKC');

/** What the password lacks, as parts of a sentence; empty when it is good enough. */
export function passwordShortcomings(password: string): string[] {
  const normal = normalizePassword(password);
  const missing: string[] = [];
  if ([...normal].length < MINIMUM) missing.push(`at least ${MINIMUM} characters`);
  if (!/\p{Lu}/u.test(normal)) missing.push('an uppercase letter');
  // SPEC.md: a symbol is any character that is not a letter, digit or space
  if (!/[^\p{L}\p{Nd}\s]/u.test(normal)) missing.push('a symbol');
  if (commonPasswords.has(normal.toLowerCase())) missing.push('to be none of the common passwords');
  return missing;
}

/** @throws 400 weak_password with an issue for each thing that is missing, at `path` of the body. */
export function requireGoodPassword(password: string, path: string): void {
  const missing = passwordShortcomings(password);
  if (missing.length === 0) return;
  const issues = missing.map((what) => ({ path, message: `needs ${what}` }));
  throw new Problem(400, 'weak_password', `The password needs ${missing.join(', ')}.`, { issues });
}
