import { Me } from '../../schema/sessions.ts';
import type { ScopeRow } from '../../schema/users.ts';
import type { Ctx } from '../context.ts';
import type { Scope } from '../scope.ts';
import { readOwn } from '../users/record.ts';

/** What the caller is: principal, role, permissions and scope; the account behind it, or null for a token without one. */
export async function read(ctx: Ctx): Promise<Me> {
  const { actor, scope } = ctx;
  return Me.parse({
    user: actor.userId ? await readOwn(ctx, actor.userId) : null,
    principal: { kind: actor.kind, name: actor.name },
    role: actor.role,
    permissions: [...actor.permissions],
    scopes: scopeRows(scope),
    unscoped: scope.unscoped,
  });
}

function scopeRows(scope: Scope): ScopeRow[] {
  if (scope.unscoped) return [];
  const rows = (scope_type: ScopeRow['scope_type'], ids: string[]) => ids.map((scope_id) => ({ scope_type, scope_id }));
  return [
    ...rows('client', scope.clients),
    ...rows('site', scope.sites),
    ...rows('group', scope.groups),
    ...rows('agent', scope.agents),
  ];
}
