import type { Client } from '../schema/organisation.ts';
import type { Ctx } from './context.ts';
import { envelope, type JsonText } from './json-text.ts';
import { conflict, notFound, outOfScope, Problem } from './problem.ts';
import { clientVisible, deviceInScope, managesNode } from './scope.ts';
import { violatedConstraint } from './sql.ts';

/** Columns of a client in an answer; counts are of what the caller may see. Aliases: `clients c`, counts `n`. */
const columns = ({ sql }: Ctx) => sql`
  c.id, c.name, coalesce(n.devices, 0)::int as device_count, coalesce(n.online, 0)::int as online_count,
  rfc3339(c.created_at) as created_at, rfc3339(c.updated_at) as updated_at`;

const counts = (ctx: Ctx) => ctx.sql`
  left join (
    select d.client_id, count(*) as devices, count(*) filter (where d.status = 'online') as online
    from devices d where ${deviceInScope(ctx)} group by d.client_id
  ) n on n.client_id = c.id`;

/** Every client that the caller sees, by name. */
export async function list(ctx: Ctx): Promise<JsonText<{ clients: Client[] }>> {
  const [row] = await ctx.sql<{ json: string }[]>`
    select coalesce(json_agg(r order by lower(r.name), r.id), '[]')::text as json
    from (select ${columns(ctx)} from clients c ${counts(ctx)} where ${clientVisible(ctx)}) r`;
  return envelope('clients', row?.json ?? '[]');
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
  ctx.emit({ type: 'changed', noun: 'clients', ids: [id] });
  return read(ctx, id);
}

/** @throws 404, 403 out_of_scope, 409 name_taken */
export async function rename(ctx: Ctx, id: string, { name }: { name: string }): Promise<Client> {
  const before = await manage(ctx, id);
  await ctx.sql`update clients set name = ${name}, updated_at = ${ctx.now()} where id = ${id}`.catch(nameTaken(name));
  if (before.name !== name) await ctx.audit('client.rename', { id, name }, { from: before.name });
  ctx.emit({ type: 'changed', noun: 'clients', ids: [id] });
  return read(ctx, id);
}

async function read(ctx: Ctx, id: string): Promise<Client> {
  const [row] = await ctx.sql<Client[]>`select ${columns(ctx)} from clients c ${counts(ctx)} where c.id = ${id}`;
  if (!row) throw notFound('company');
  return row;
}

/** The client, locked, if the caller may change it. @throws 404, 403 */
export async function manage(ctx: Ctx, id: string): Promise<{ id: string; name: string }> {
  const [row] = await ctx.sql<{ id: string; name: string }[]>`select id, name from clients where id = ${id} for update`;
  if (!row) throw notFound('company');
  if (!managesNode(ctx.scope, { client_id: id })) throw outOfScope('company');
  return row;
}

const nameTaken = (name: string) => (error: unknown) => {
  if (violatedConstraint(error) === 'clients_name_key') throw conflict('name_taken', `A company named ${name} exists.`);
  throw error;
};
