import type { Ctx } from '../domain/context.ts';
import { lacksPermission, Problem } from '../domain/problem.ts';
import type { Permission } from '../schema/permissions.ts';

/** Who may call an endpoint. Decided before its input is parsed, except for what `decidedBy` leaves to the input. */
export type Access =
  | { kind: 'everyone' }
  | { kind: 'signedIn' }
  | { kind: 'userSession' }
  | { kind: 'bootstrapToken' }
  | { kind: 'metricsToken' }
  | { kind: 'permission'; key: Permission }
  | { kind: 'anyOf'; of: Access[] }
  | { kind: 'allOf'; of: Access[] }
  | { kind: 'unscoped'; of: Access }
  | { kind: 'decidedBy'; among: Permission[]; decide: (input: unknown) => Access };

/** No bearer at all is asked for. */
export const everyone: Access = { kind: 'everyone' };
/** Any valid bearer. */
export const signedIn: Access = { kind: 'signedIn' };
/** A person who signed in, not a token. */
export const userSession: Access = { kind: 'userSession' };
/** RMM_ADMIN_TOKEN alone. */
export const bootstrapToken: Access = { kind: 'bootstrapToken' };
/** RMM_METRICS_TOKEN alone; without one the route does not exist. */
export const metricsToken: Access = { kind: 'metricsToken' };
export const permission = (key: Permission): Access => ({ kind: 'permission', key });
export const anyOf = (...of: Access[]): Access => ({ kind: 'anyOf', of });
export const allOf = (...of: Access[]): Access => ({ kind: 'allOf', of });
/** The caller must have no access-scope restriction as well. */
export const unscoped = (of: Access): Access => ({ kind: 'unscoped', of });
/**
 * The parsed input {params, query, body} decides, e.g. the provider of a remote session. `among` names every permission it
 * may ask for: who holds none of them is refused before the input is looked at.
 */
export const decidedBy = (among: Permission[], decide: (input: unknown) => Access): Access => ({
  kind: 'decidedBy',
  among,
  decide,
});

/**
 * Throws the 403 that stands between this caller and the endpoint, as far as `input` (undefined before it is parsed) lets
 * decide. The caller is signed in, unless the access is `everyone`.
 */
export function checkAccess(access: Access, ctx: Pick<Ctx, 'actor' | 'scope'>, input: unknown): void {
  const refusal = refuse(access, ctx, input);
  if (refusal) throw refusal;
}

function refuse(access: Access, ctx: Pick<Ctx, 'actor' | 'scope'>, input: unknown): Problem | undefined {
  switch (access.kind) {
    case 'everyone':
    case 'metricsToken':
    case 'signedIn':
      return undefined;
    case 'userSession':
      return ctx.actor.sessionId
        ? undefined
        : new Problem(403, 'user_session_required', 'This is for people who are signed in, not for tokens.');
    case 'bootstrapToken':
      return ctx.actor.kind === 'bootstrap'
        ? undefined
        : new Problem(403, 'bootstrap_token_required', 'This needs the bootstrap token RMM_ADMIN_TOKEN.');
    case 'permission':
      return ctx.actor.permissions.has(access.key) ? undefined : lacksPermission(access.key);
    case 'anyOf':
      return access.of.some((one) => !refuse(one, ctx, input))
        ? undefined
        : lacksPermission(permissionsOf(access).join(' or '));
    case 'allOf':
      return access.of.map((one) => refuse(one, ctx, input)).find((problem) => problem !== undefined);
    case 'unscoped':
      return (
        refuse(access.of, ctx, input) ??
        (ctx.scope.unscoped
          ? undefined
          : new Problem(403, 'unscoped_required', 'This is instance-wide and needs an account without access scope.'))
      );
    case 'decidedBy':
      return refuse(input === undefined ? anyOf(...access.among.map(permission)) : decided(access, input), ctx, input);
  }
}

function decided({ among, decide }: Access & { kind: 'decidedBy' }, input: unknown): Access {
  const access = decide(input);
  const surprise = permissionsOf(access).find((key) => !among.includes(key));
  if (surprise) throw new Error(`an input asked for ${surprise}, which its decidedBy does not name`);
  return access;
}

/** Every permission key that an access declaration names, for documentation and tests. */
export function permissionsOf(access: Access): Permission[] {
  switch (access.kind) {
    case 'permission':
      return [access.key];
    case 'anyOf':
    case 'allOf':
      return [...new Set(access.of.flatMap(permissionsOf))];
    case 'unscoped':
      return permissionsOf(access.of);
    case 'decidedBy':
      return access.among;
    default:
      return [];
  }
}

/** The declaration in words, for the OpenAPI document. */
export function describeAccess(access: Access): string {
  switch (access.kind) {
    case 'everyone':
      return 'no credential';
    case 'signedIn':
      return 'any signed-in principal';
    case 'userSession':
      return 'a user session';
    case 'bootstrapToken':
      return 'the bootstrap token';
    case 'metricsToken':
      return 'RMM_METRICS_TOKEN';
    case 'permission':
      return access.key;
    case 'anyOf':
      return access.of.map(describeAccess).join(' or ');
    case 'allOf':
      return access.of
        .map((one) => (one.kind === 'anyOf' ? `(${describeAccess(one)})` : describeAccess(one)))
        .join(' and ');
    case 'unscoped':
      return `${describeAccess(access.of)}, unscoped`;
    case 'decidedBy':
      return `one of ${access.among.join(', ')}, as the input decides`;
  }
}
