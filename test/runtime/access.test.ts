import { expect, test } from 'vitest';
import { type Actor, systemActor } from '../../domain/actor.ts';
import { everything, type Scope } from '../../domain/scope.ts';
import {
  type Access,
  allOf,
  anyOf,
  bootstrapToken,
  checkAccess,
  decidedBy,
  describeAccess,
  permission,
  permissionsOf,
  signedIn,
  unscoped,
  userSession,
} from '../../runtime/access.ts';
import type { Permission } from '../../schema/permissions.ts';

const scoped: Scope = { unscoped: false, clients: [], sites: [], groups: [], agents: [] };

function code(
  access: Access,
  { holds = [], scope = everything, as = {} }: { holds?: Permission[]; scope?: Scope; as?: Partial<Actor> } = {},
  input?: unknown,
): string {
  const actor: Actor = { ...systemActor('test'), kind: 'user', permissions: new Set(holds), ...as };
  try {
    checkAccess(access, { actor, scope }, input);
    return 'granted';
  } catch (error) {
    if (error instanceof Error && 'code' in error) return String(error.code);
    throw error;
  }
}

test('a permission is granted to who holds it', () => {
  expect(code(permission('jobs.view'), { holds: ['jobs.view'] })).toBe('granted');
  expect(code(permission('jobs.view'), { holds: ['jobs.manage'] })).toBe('permission_denied');
});

test('anyOf asks for one, allOf for every one; of none at all nobody has one', () => {
  const either = anyOf(permission('jobs.view'), permission('patches.view'));
  const both = allOf(permission('jobs.view'), permission('patches.view'));
  expect([code(either, { holds: ['jobs.view'] }), code(both, { holds: ['jobs.view'] })]).toEqual([
    'granted',
    'permission_denied',
  ]);
  expect(code(both, { holds: ['jobs.view', 'patches.view'] })).toBe('granted');
  expect(code(either)).toBe('permission_denied');
  expect(code(anyOf(), { holds: ['jobs.view'] })).toBe('permission_denied');
});

test('unscoped asks for the permission first and then for a caller without scope', () => {
  const access = unscoped(permission('audit.view'));
  expect(code(access, { scope: scoped })).toBe('permission_denied');
  expect(code(access, { holds: ['audit.view'], scope: scoped })).toBe('unscoped_required');
  expect(code(access, { holds: ['audit.view'] })).toBe('granted');
});

test('a session and the bootstrap token are no matter of permissions', () => {
  expect(code(userSession, { as: { sessionId: 'x' } })).toBe('granted');
  expect(code(userSession, { as: { kind: 'api_token' } })).toBe('user_session_required');
  expect(code(bootstrapToken, { as: { kind: 'bootstrap' } })).toBe('granted');
  expect(code(bootstrapToken, { holds: ['users.manage'] })).toBe('bootstrap_token_required');
  expect(code(signedIn)).toBe('granted');
});

test('what the input decides is open until it is there, for who holds one of the permissions it may ask for', () => {
  const access = unscoped(
    decidedBy(['devices.files', 'devices.terminal'], (input) =>
      permission(input === 'files' ? 'devices.files' : 'devices.terminal'),
    ),
  );
  expect(code(access, { holds: ['jobs.view'] })).toBe('permission_denied');
  expect(code(access, { holds: ['devices.files'] })).toBe('granted');
  expect(code(access, { holds: ['devices.files'] }, 'files')).toBe('granted');
  expect(code(access, { holds: ['devices.files'] }, 'terminal')).toBe('permission_denied');
  expect(code(access, { holds: ['devices.files'], scope: scoped }, 'files')).toBe('unscoped_required');
});

test('an input that asks for a permission that was not named is a fault of ours', () => {
  const access = decidedBy(['devices.files'], () => permission('jobs.view'));
  expect(() => code(access, { holds: ['devices.files', 'jobs.view'] }, {})).toThrow('asked for jobs.view');
});

test('every permission of a declaration is known to documents and tests', () => {
  const access = unscoped(allOf(anyOf(permission('jobs.view'), permission('patches.view')), permission('jobs.view')));
  expect(permissionsOf(access)).toEqual(['jobs.view', 'patches.view']);
  expect(describeAccess(access)).toBe('(jobs.view or patches.view) and jobs.view, unscoped');
});
