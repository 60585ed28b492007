import type { Ctx } from '../context.ts';
import { holdOwned, ownedChangeable, ownedVisible, requireOwnedVisible } from '../policies/owned.ts';

/** SQL condition on `checks c`: on a device in scope, or on a policy that the caller sees. */
export const checkVisible = (ctx: Ctx) => ownedVisible(ctx, 'c');

/** SQL condition on `checks c`: everything on which it runs is in the caller's scope. */
export const checkChangeable = (ctx: Ctx) => ownedChangeable(ctx, 'c');

/** The check's row, locked after its owner. @throws 404 check_not_found, 403 out_of_scope */
export const holdCheck = (ctx: Ctx, id: string) => holdOwned(ctx, 'checks', id);

/** @throws 404 check_not_found, 403 out_of_scope unless the caller may see it */
export const requireVisible = (ctx: Ctx, id: string) => requireOwnedVisible(ctx, 'checks', id);
