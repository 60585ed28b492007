import { changed } from '../changed.ts';
import type { Ctx } from '../context.ts';

/** Takes every device of a company out of the organisation, before the company is deleted. @returns their ids */
export async function unassignFrom(ctx: Ctx, clientId: string): Promise<string[]> {
  const rows = await ctx.sql<{ id: string }[]>`
    update devices set client_id = null, site_id = null, group_id = null, updated_at = ${ctx.now()}
    where id in (select id from devices where client_id = ${clientId} order by id for update) returning id`;
  return told(ctx, rows);
}

/** Clears the department of every device in it, before it is deleted. @returns their ids */
export async function leaveGroup(ctx: Ctx, groupId: string): Promise<string[]> {
  const rows = await ctx.sql<{ id: string }[]>`
    update devices set group_id = null, updated_at = ${ctx.now()}
    where id in (select id from devices where group_id = ${groupId} order by id for update) returning id`;
  return told(ctx, rows);
}

function told(ctx: Ctx, rows: { id: string }[]): string[] {
  const ids = rows.map(({ id }) => id);
  changed(ctx, 'devices', ids);
  return ids;
}
