import type { ScopeType } from '../../schema/users.ts';
import { changed } from '../changed.ts';
import type { Ctx } from '../context.ts';
import { endFor } from './suppressions/remove.ts';

/** Ends windows of places or devices that are being deleted. */
export async function leavePlaces(ctx: Ctx, type: ScopeType, ids: string[]): Promise<void> {
  const windows = await ctx.sql<{ id: string }[]>`
    delete from alert_suppressions where scope_type = ${type} and scope_id = any(${ids}::uuid[]) returning id`;
  if (windows.length === 0) return;
  const ended = windows.map(({ id }) => id);
  await endFor(ctx, ended);
  changed(ctx, 'alert_suppressions', ended);
}
