import { isPermission, type Permission, permissionKeys } from '../schema/permissions.ts';
import type { Actor } from './actor.ts';
import { Problem } from './problem.ts';

/** Permission keys as stored; a key that this version no longer knows grants nothing. */
export const knownPermissions = (stored: readonly string[]): Set<Permission> => new Set(stored.filter(isPermission));

/** Role texts seen; there are about as many as roles. */
const seen = new Map<string, ReadonlySet<Permission>>();
const SEEN_MAX = 1000;

/**
 * The same from `array_to_string(permissions, ',')`, as the queries read it that every request begins with: text costs a
 * third of what parsing an array and filling a set does. A pure function, so that remembering it needs no revocation.
 */
export function permissionsFromText(joined: string): ReadonlySet<Permission> {
  const known = seen.get(joined);
  if (known) return known;
  const permissions = knownPermissions(joined.split(','));
  if (seen.size >= SEEN_MAX) seen.clear();
  seen.set(joined, permissions);
  return permissions;
}

/** What the actor does not hold, of the whole catalog or of these. */
export const lackedBy = (actor: Actor, of: readonly string[] = permissionKeys): Permission[] =>
  of.filter(isPermission).filter((key) => !actor.permissions.has(key));

/**
 * Nobody grants or manages what they lack: the rule behind roles, users, tokens and scopes (ATTACKS.md 36, 38).
 * @throws 403 exceeds_permissions; `what` begins its sentence, e.g. "This role".
 */
export function requireHeld(actor: Actor, permissions: readonly string[], what: string): void {
  const lacked = lackedBy(actor, permissions);
  if (lacked.length === 0) return;
  throw new Problem(403, 'exceeds_permissions', `${what} holds permissions that you lack: ${lacked.join(', ')}.`);
}
