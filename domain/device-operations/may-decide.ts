import type { OperationKind } from '../../schema/device-operations.ts';
import type { Permission } from '../../schema/permissions.ts';
import type { Ctx } from '../context.ts';
import { lacksPermission, Problem } from '../problem.ts';

/** What a decision needs is what the act itself needs (SPEC.md, Device operation proposals). */
const needed: Record<OperationKind, Permission> = { move: 'clients.manage', delete: 'devices.delete' };

/** AI applications, the AI chat and tokens for /mcp decide on nothing, whatever they hold (CONTRACT.md, Access). */
const isDecider = ({ actor, origin }: Pick<Ctx, 'actor' | 'origin'>): boolean =>
  ['user', 'api_token', 'bootstrap'].includes(actor.kind) && !actor.mcpOnly && origin.via === undefined;

export const mayDecide = (ctx: Pick<Ctx, 'actor' | 'origin'>, kind: OperationKind): boolean =>
  isDecider(ctx) && ctx.actor.permissions.has(needed[kind]);

/** @throws 403 approver_required, permission_denied */
export function requireDecider(ctx: Pick<Ctx, 'actor' | 'origin'>, kind: OperationKind): void {
  if (!isDecider(ctx)) throw new Problem(403, 'approver_required', 'Only people and their API tokens decide on this.');
  if (!mayDecide(ctx, kind)) throw lacksPermission(needed[kind]);
}
