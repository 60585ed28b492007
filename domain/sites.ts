import type { Site, SiteQuery } from '../schema/organisation.ts';
import { changed } from './changed.ts';
import type { Ctx } from './context.ts';
import { deviceCountColumns, deviceCounts } from './device-counts.ts';
import * as enrollTokens from './enroll-tokens.ts';
import * as groups from './groups.ts';
import type { JsonText } from './json-text.ts';
import { placePage } from './place-page.ts';
import { placeRemoved } from './place-removed.ts';
import { conflict, notFound, outOfScope } from './problem.ts';
import { managesNode, siteVisible } from './scope.ts';
import { violatedConstraint } from './sql.ts';

/** Columns of a site in an answer; counts are of what the caller may see. Aliases: `sites s`, counts `n`. */
const columns = (ctx: Ctx) => ctx.sql`
  s.id, s.client_id, s.name, ${deviceCountColumns(ctx)},
  rfc3339(s.created_at) as created_at, rfc3339(s.updated_at) as updated_at`;

const counts = (ctx: Ctx) => deviceCounts(ctx, 'site_id', ctx.sql`s.id`);

/** Every site that the caller sees, or those of one company, by name, or a page of them. */
export function list(ctx: Ctx, { client_id, ...page }: SiteQuery): Promise<JsonText<{ sites: Site[] }>> {
  const { sql } = ctx;
  const ofClient = client_id ? sql`and s.client_id = ${client_id}` : sql``;
  const [from, where] = [sql`sites s ${counts(ctx)}`, sql`${siteVisible(ctx)} ${ofClient}`];
  const names = { id: sql`s.id`, name: sql`s.name` };
  return placePage(ctx, { plural: 'sites', columns: columns(ctx), from, where, ...names }, page);
}

/** @throws 404 company_not_found, 403 out_of_scope unless the company itself is in scope, 409 name_taken within the company */
export async function create(ctx: Ctx, { client_id, name }: { client_id: string; name: string }): Promise<Site> {
  const [client] = await ctx.sql<{ name: string }[]>`select name from clients where id = ${client_id} for key share`;
  if (!client) throw notFound('company');
  if (!managesNode(ctx.scope, { client_id })) throw outOfScope('company');
  const [row] = await ctx.sql<{ id: string }[]>`
    insert into sites (client_id, name) values (${client_id}, ${name}) returning id`.catch(nameTaken(name));
  const id = row?.id ?? '';
  await ctx.audit('site.create', { id, name }, { client: client.name });
  changed(ctx, 'sites', [id]);
  return read(ctx, id);
}

/** @throws 404, 403 out_of_scope, 409 name_taken */
export async function rename(ctx: Ctx, id: string, { name }: { name: string }): Promise<Site> {
  await manage(ctx, id);
  const [row] = await ctx.sql<{ before: string }[]>`
    update sites set name = ${name}, updated_at = ${ctx.now()} where id = ${id} returning old.name as before`.catch(
    nameTaken(name),
  );
  if (row && row.before !== name) await ctx.audit('site.rename', { id, name }, { from: row.before });
  changed(ctx, 'sites', [id]);
  return read(ctx, id);
}

/**
 * Deletes a site with its departments and their enrollment tokens.
 * @throws 404, 403 out_of_scope, 409 site_not_empty with `count` while devices are in it
 */
export async function remove(ctx: Ctx, id: string): Promise<void> {
  await manage(ctx, id);
  const tokens = await enrollTokens.removeOf(ctx, 'site_id', id);
  const [site] = await ctx.sql<{ name: string }[]>`select name from sites where id = ${id} for update`;
  if (!site) throw notFound('site');
  const [held] = await ctx.sql<{ devices: number }[]>`select count(*) as devices from devices where site_id = ${id}`;
  if (held && held.devices > 0) throw notEmpty(site.name, held.devices);
  const removed = await groups.removeOf(ctx, 'site_id', id);
  await ctx.sql`delete from sites where id = ${id}`;
  await placeRemoved(ctx, 'site', [id]);
  await ctx.audit('site.delete', { id, name: site.name }, { groups: removed.length, enroll_tokens: tokens.length });
  changed(ctx, 'sites', [id]);
}

/** Locks every site of a company, so that no device comes into one while the company is deleted. */
export async function lockOf(ctx: Ctx, clientId: string): Promise<void> {
  await ctx.sql`select id from sites where client_id = ${clientId} order by id for update`;
}

/** Deletes the sites of a company, which hold no device and no department any more. @returns their ids */
export async function removeOf(ctx: Ctx, clientId: string): Promise<string[]> {
  const rows = await ctx.sql<{ id: string }[]>`delete from sites where client_id = ${clientId} returning id`;
  const ids = rows.map(({ id }) => id);
  await placeRemoved(ctx, 'site', ids);
  changed(ctx, 'sites', ids);
  return ids;
}

async function read(ctx: Ctx, id: string): Promise<Site> {
  const [row] = await ctx.sql<Site[]>`select ${columns(ctx)} from sites s ${counts(ctx)} where s.id = ${id}`;
  if (!row) throw notFound('site');
  return row;
}

/** Whether the caller may change the site; its company never changes. @throws 404, 403 */
async function manage(ctx: Ctx, id: string): Promise<void> {
  const [row] = await ctx.sql<{ client_id: string }[]>`
    select client_id from sites where id = ${id}`;
  if (!row) throw notFound('site');
  if (!managesNode(ctx.scope, { client_id: row.client_id, site_id: id })) throw outOfScope('site');
}

const notEmpty = (name: string, count: number) =>
  conflict(
    'site_not_empty',
    count === 1
      ? `1 device is still in ${name}; move or delete it first.`
      : `${count} devices are still in ${name}; move or delete them first.`,
    { count },
  );

const nameTaken = (name: string) => (error: unknown) => {
  if (violatedConstraint(error) === 'sites_name_key')
    throw conflict('name_taken', `A site named ${name} exists in this company.`);
  throw error;
};
