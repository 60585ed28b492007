import type { Client, PlacePage } from '../schema/organisation.ts';
import { changed } from './changed.ts';
import type { Ctx } from './context.ts';
import { deviceCountColumns, deviceCounts } from './device-counts.ts';
import { unassignFrom } from './devices/leave-place.ts';
import * as enrollTokens from './enroll-tokens.ts';
import * as groups from './groups.ts';
import type { JsonText } from './json-text.ts';
import { placePage } from './place-page.ts';
import { placeRemoved } from './place-removed.ts';
import { conflict, notFound, outOfScope, Problem } from './problem.ts';
import { clientVisible, managesNode } from './scope.ts';
import * as sites from './sites.ts';
import { violatedConstraint } from './sql.ts';

/** Columns of a client in an answer; counts are of what the caller may see. Aliases: `clients c`, counts `n`. */
const columns = (ctx: Ctx) => ctx.sql`
  c.id, c.name, ${deviceCountColumns(ctx)},
  rfc3339(c.created_at) as created_at, rfc3339(c.updated_at) as updated_at`;

const counts = (ctx: Ctx) => deviceCounts(ctx, 'client_id', ctx.sql`c.id`);

/** Every client that the caller sees, by name, or a page of them. */
export function list(ctx: Ctx, page: PlacePage): Promise<JsonText<{ clients: Client[] }>> {
  const { sql } = ctx;
  const from = sql`clients c ${counts(ctx)}`;
  const names = { id: sql`c.id`, name: sql`c.name` };
  return placePage(ctx, { plural: 'clients', columns: columns(ctx), from, where: clientVisible(ctx), ...names }, page);
}

/** @throws 403 for a scoped caller: a new client lies in nobody's scope. 409 name_taken, compared without case. */
export async function create(ctx: Ctx, { name }: { name: string }): Promise<Client> {
  if (!ctx.scope.unscoped)
    throw new Problem(403, 'unscoped_required', 'A new company needs an account without access scope.');
  const [row] = await ctx.sql<{ id: string }[]>`insert into clients (name) values (${name}) returning id`.catch(
    nameTaken(name),
  );
  const id = row?.id ?? '';
  await ctx.audit('client.create', { id, name }, {});
  changed(ctx, 'clients', [id]);
  return read(ctx, id);
}

/** @throws 404, 403 out_of_scope, 409 name_taken */
export async function rename(ctx: Ctx, id: string, { name }: { name: string }): Promise<Client> {
  const before = await manage(ctx, id);
  await ctx.sql`update clients set name = ${name}, updated_at = ${ctx.now()} where id = ${id}`.catch(nameTaken(name));
  if (before.name !== name) await ctx.audit('client.rename', { id, name }, { from: before.name });
  changed(ctx, 'clients', [id]);
  return read(ctx, id);
}

/**
 * Deletes a company with its sites, departments and their enrollment tokens; its devices become unassigned.
 * @throws 404, 403 out_of_scope
 */
export async function remove(ctx: Ctx, id: string): Promise<void> {
  const { name } = await manage(ctx, id);
  const tokens = await enrollTokens.removeOf(ctx, 'client_id', id);
  await sites.lockOf(ctx, id);
  await groups.lockOf(ctx, id);
  const devices = await unassignFrom(ctx, id);
  const removedGroups = await groups.removeOf(ctx, 'client_id', id);
  const removedSites = await sites.removeOf(ctx, id);
  await ctx.sql`delete from clients where id = ${id}`;
  await placeRemoved(ctx, 'client', [id]);
  const details = {
    sites: removedSites.length,
    groups: removedGroups.length,
    devices_unassigned: devices.length,
    enroll_tokens: tokens.length,
  };
  await ctx.audit('client.delete', { id, name }, details);
  changed(ctx, 'clients', [id]);
}

async function read(ctx: Ctx, id: string): Promise<Client> {
  const [row] = await ctx.sql<Client[]>`select ${columns(ctx)} from clients c ${counts(ctx)} where c.id = ${id}`;
  if (!row) throw notFound('company');
  return row;
}

/** The client, locked, if the caller may change it. @throws 404, 403 */
async function manage(ctx: Ctx, id: string): Promise<{ id: string; name: string }> {
  const [row] = await ctx.sql<{ id: string; name: string }[]>`select id, name from clients where id = ${id} for update`;
  if (!row) throw notFound('company');
  if (!managesNode(ctx.scope, { client_id: id })) throw outOfScope('company');
  return row;
}

const nameTaken = (name: string) => (error: unknown) => {
  if (violatedConstraint(error) === 'clients_name_key') throw conflict('name_taken', `A company named ${name} exists.`);
  throw error;
};
