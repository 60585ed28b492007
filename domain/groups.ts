import type { Group, GroupQuery } from '../schema/organisation.ts';
import { changed } from './changed.ts';
import type { Ctx } from './context.ts';
import { deviceCountColumns, deviceCounts } from './device-counts.ts';
import { leaveGroup } from './devices/leave-place.ts';
import * as enrollTokens from './enroll-tokens.ts';
import type { JsonText } from './json-text.ts';
import { placePage } from './place-page.ts';
import { placeRemoved } from './place-removed.ts';
import { conflict, notFound, outOfScope } from './problem.ts';
import { groupVisible, managesNode } from './scope.ts';
import { violatedConstraint } from './sql.ts';

/** Columns of a department in an answer; counts are of what the caller may see. Aliases: `groups g`, counts `n`. */
const columns = (ctx: Ctx) => ctx.sql`
  g.id, g.site_id, g.client_id, g.name, ${deviceCountColumns(ctx)},
  rfc3339(g.created_at) as created_at, rfc3339(g.updated_at) as updated_at`;

const counts = (ctx: Ctx) => deviceCounts(ctx, 'group_id', ctx.sql`g.id`);

/** Every department that the caller sees, or those of one site, by name, or a page of them. */
export function list(ctx: Ctx, { site_id, ...page }: GroupQuery): Promise<JsonText<{ groups: Group[] }>> {
  const { sql } = ctx;
  const ofSite = site_id ? sql`and g.site_id = ${site_id}` : sql``;
  const [from, where] = [sql`groups g ${counts(ctx)}`, sql`${groupVisible(ctx)} ${ofSite}`];
  const names = { id: sql`g.id`, name: sql`g.name` };
  return placePage(ctx, { plural: 'groups', columns: columns(ctx), from, where, ...names }, page);
}

/** @throws 404 site_not_found, 403 out_of_scope unless the site itself is in scope, 409 name_taken within the site */
export async function create(ctx: Ctx, { site_id, name }: { site_id: string; name: string }): Promise<Group> {
  const [site] = await ctx.sql<{ name: string; client_id: string }[]>`
    select name, client_id from sites where id = ${site_id} for key share`;
  if (!site) throw notFound('site');
  if (!managesNode(ctx.scope, { client_id: site.client_id, site_id })) throw outOfScope('site');
  const [row] = await ctx.sql<{ id: string }[]>`
    insert into groups (client_id, site_id, name) values (${site.client_id}, ${site_id}, ${name}) returning id`.catch(
    nameTaken(name),
  );
  const id = row?.id ?? '';
  await ctx.audit('group.create', { id, name }, { site: site.name });
  changed(ctx, 'groups', [id]);
  return read(ctx, id);
}

/** Devices and site stay as they are. @throws 404, 403 out_of_scope, 409 name_taken */
export async function rename(ctx: Ctx, id: string, { name }: { name: string }): Promise<Group> {
  await manage(ctx, id);
  const [row] = await ctx.sql<{ before: string }[]>`
    update groups set name = ${name}, updated_at = ${ctx.now()} where id = ${id} returning old.name as before`.catch(
    nameTaken(name),
  );
  if (row && row.before !== name) await ctx.audit('group.rename', { id, name }, { from: row.before });
  changed(ctx, 'groups', [id]);
  return read(ctx, id);
}

/** Deletes a department with its enrollment tokens; its devices stay in the site. @throws 404, 403 out_of_scope */
export async function remove(ctx: Ctx, id: string): Promise<void> {
  await manage(ctx, id);
  const tokens = await enrollTokens.removeOf(ctx, 'group_id', id);
  const [group] = await ctx.sql<{ name: string }[]>`select name from groups where id = ${id} for update`;
  if (!group) throw notFound('department');
  const devices = await leaveGroup(ctx, id);
  await removeOf(ctx, 'id', id);
  await ctx.audit('group.delete', { id, name: group.name }, { devices: devices.length, enroll_tokens: tokens.length });
}

/** Locks every department of a company, so that no device comes into one while the company is deleted. */
export async function lockOf(ctx: Ctx, clientId: string): Promise<void> {
  await ctx.sql`select id from groups where client_id = ${clientId} order by id for update`;
}

/** Deletes the departments of a site or company, which hold no device any more. @returns their ids */
export async function removeOf(ctx: Ctx, column: 'client_id' | 'site_id' | 'id', value: string): Promise<string[]> {
  const rows = await ctx.sql<{ id: string }[]>`
    delete from groups where ${ctx.sql(column)} = ${value} returning id`;
  const ids = rows.map(({ id }) => id);
  await placeRemoved(ctx, 'group', ids);
  changed(ctx, 'groups', ids);
  return ids;
}

async function read(ctx: Ctx, id: string): Promise<Group> {
  const [row] = await ctx.sql<Group[]>`select ${columns(ctx)} from groups g ${counts(ctx)} where g.id = ${id}`;
  if (!row) throw notFound('department');
  return row;
}

/** Whether the caller may change the department; its site never changes. @throws 404, 403 */
async function manage(ctx: Ctx, id: string): Promise<void> {
  const [row] = await ctx.sql<{ client_id: string; site_id: string }[]>`
    select client_id, site_id from groups where id = ${id}`;
  if (!row) throw notFound('department');
  if (!managesNode(ctx.scope, { client_id: row.client_id, site_id: row.site_id, group_id: id }))
    throw outOfScope('department');
}

const nameTaken = (name: string) => (error: unknown) => {
  if (violatedConstraint(error) === 'groups_name_key')
    throw conflict('name_taken', `A department named ${name} exists in this site.`);
  throw error;
};
