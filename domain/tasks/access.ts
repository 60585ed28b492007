import type { Ctx } from '../context.ts';
import { holdOwned, ownedChangeable, ownedVisible, requireOwnedVisible } from '../policies/owned.ts';

/** SQL condition on `tasks t`: of a device in scope, or of a policy that the caller sees. */
export const taskVisible = (ctx: Ctx) => ownedVisible(ctx, 't');

/** SQL condition on `tasks t`: everything on which it runs is in the caller's scope. */
export const taskChangeable = (ctx: Ctx) => ownedChangeable(ctx, 't');

/** The task's row, locked after its owner. @throws 404 task_not_found, 403 out_of_scope */
export const holdTask = (ctx: Ctx, id: string) => holdOwned(ctx, 'tasks', id);

/** @throws 404 task_not_found, 403 out_of_scope unless the caller may see it */
export const requireVisible = (ctx: Ctx, id: string) => requireOwnedVisible(ctx, 'tasks', id);
