import type { ScopeType } from '../schema/users.ts';
import * as alerts from './alerts/leave-places.ts';
import type { Ctx } from './context.ts';
import * as deviceOperations from './device-operations/leave-places.ts';
import * as policies from './policies/leave-places.ts';
import { removeScopeTarget } from './users/scope-targets.ts';

/**
 * For the noun that deletes clients, sites, departments or devices: ends what names them without a foreign key, in the
 * transaction of the deletion. The endpoint declares `user.disable` (users/scope-targets.ts) and `device_operation.reject` among its audits.
 */
export async function placeRemoved(ctx: Ctx, type: ScopeType, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await policies.leavePlaces(ctx, type, ids);
  await alerts.leavePlaces(ctx, type, ids);
  await removeScopeTarget(ctx, type, ids);
  await deviceOperations.leavePlaces(ctx, type, ids);
}
