import { z } from 'zod';
import { Id, type Page } from '../schema/common.ts';
import type { EnrollToken, EnrollTokenCreate, EnrollTokenCreated } from '../schema/enroll-tokens.ts';
import { changed } from './changed.ts';
import type { Ctx } from './context.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { holdDestination } from './devices/destination.ts';
import { linuxInstallCommand } from './install-command.ts';
import { envelope, type JsonText } from './json-text.ts';
import { invalid, notFound, outOfScope, Problem } from './problem.ts';
import { managesNode } from './scope.ts';
import type { Fragment } from './sql.ts';
import { hashToken, newToken } from './tokens.ts';

const HOUR_MS = 3_600_000;

/** Columns of a token in an answer, never its value. Aliases: `enroll_tokens t` and the names of its place. */
const columns = ({ sql }: Ctx): Fragment => sql`
  t.id, t.description, t.uses, t.uses_left, rfc3339(t.expires_at) as expires_at, t.site_id, t.group_id,
  c.name as client_name, s.name as site_name, g.name as group_name, t.created_by, rfc3339(t.created_at) as created_at`;

const joins = ({ sql }: Ctx): Fragment => sql`
  left join clients c on c.id = t.client_id
  left join sites s on s.id = t.site_id
  left join groups g on g.id = t.group_id`;

/** A scoped caller sees the tokens that it could issue: those of a site directly in its site or client scope. */
function visible({ sql, scope }: Ctx): Fragment {
  if (scope.unscoped) return sql`true`;
  return sql`(t.client_id = any(${scope.clients}::uuid[]) or t.site_id = any(${scope.sites}::uuid[]))`;
}

/** Tokens, newest first: their ids are UUIDv7. @throws 400 invalid_cursor */
export async function list(
  ctx: Ctx,
  { limit, cursor }: Page,
): Promise<JsonText<{ enroll_tokens: EnrollToken[]; next_cursor?: string }>> {
  const { sql } = ctx;
  const before = cursor === undefined ? sql`` : sql`and t.id < ${decodeCursor(cursor, z.tuple([Id]))[0]}`;
  const [page] = await sql<{ json: string; last: string | null; more: boolean }[]>`
    with page as materialized (
      select t.id from enroll_tokens t where ${visible(ctx)} ${before} order by t.id desc limit ${limit + 1}
    ), shown as materialized (select id from page order by id desc limit ${limit})
    select (select count(*) from page) > ${limit} as more, (select min(id::text) from shown) as last,
      (select coalesce(json_agg(r order by r.id desc), '[]')::text
       from (select ${columns(ctx)} from shown join enroll_tokens t on t.id = shown.id ${joins(ctx)}) r) as json`;
  if (!page) throw new Error('an aggregate returns a row');
  return envelope('enroll_tokens', page.json, {
    next_cursor: page.more && page.last ? encodeCursor([page.last]) : undefined,
  });
}

/**
 * Issues a token; its value is in this answer alone. A caller with an access scope binds it to a site directly in its
 * site or client scope (SPEC.md, Enrollment).
 * @throws 404 site_not_found, department_not_found; 400 group_not_in_site; 403 out_of_scope, site_required
 */
export async function create(ctx: Ctx, wanted: EnrollTokenCreate): Promise<EnrollTokenCreated> {
  const place = await placeFor(ctx, wanted);
  const token = newToken('enrollment', ctx.random);
  const expiresAt = new Date(ctx.now().getTime() + wanted.ttl_hours * HOUR_MS);
  const { description, uses } = wanted;
  const [row] = await ctx.sql<{ id: string }[]>`
    insert into enroll_tokens (token_hash, description, uses, uses_left, expires_at, client_id, site_id, group_id,
                               created_by, created_by_id, created_at)
    values (${hashToken(token)}, ${description}, ${uses}, ${uses}, ${expiresAt}, ${place?.client_id ?? null},
            ${place?.site_id ?? null}, ${place?.group_id ?? null}, ${ctx.actor.name}, ${ctx.actor.id}, ${ctx.now()})
    returning id`;
  const id = row?.id ?? '';
  await ctx.audit(
    'enroll_token.create',
    { id, name: description || null },
    { uses, expires_at: expiresAt.toISOString(), site: place?.site_name ?? null, group: place?.group_name ?? null },
  );
  changed(ctx, 'enroll_tokens', [id]);
  return { ...(await read(ctx, id)), token, install: installOf(ctx, token) };
}

async function placeFor(ctx: Ctx, { site_id, group_id }: { site_id?: string; group_id?: string }) {
  if (site_id === undefined) {
    if (group_id !== undefined)
      throw invalid('group_id', 'A department needs its site beside it.', 'group_not_in_site');
    if (ctx.scope.unscoped) return null;
    throw new Problem(403, 'site_required', 'Your access scope asks for a token that is bound to a site.');
  }
  const place = await holdDestination(ctx, site_id, group_id ?? null);
  if (!managesNode(ctx.scope, { client_id: place.client_id, site_id })) throw outOfScope('site');
  return place;
}

function installOf({ settings }: Ctx, token: string): EnrollTokenCreated['install'] {
  const serverUrl = settings.publicUrl;
  const publicKeys = settings.publishedAgent()?.publicKeys ?? [];
  return {
    server_url: serverUrl,
    update_public_keys: publicKeys,
    linux: linuxInstallCommand({ serverUrl, token, publicKeys }),
  };
}

/** Lets nobody in any more; devices that it let in stay. @throws 404, 403 out_of_scope */
export async function revoke(ctx: Ctx, id: string): Promise<void> {
  const [token] = await ctx.sql<{ description: string; uses_left: number; visible: boolean }[]>`
    select t.description, t.uses_left, ${visible(ctx)} as visible from enroll_tokens t where t.id = ${id} for update`;
  if (!token) throw notFound('enrollment token');
  if (!token.visible) throw outOfScope('enrollment token');
  await ctx.sql`delete from enroll_tokens where id = ${id}`;
  await ctx.audit('enroll_token.revoke', { id, name: token.description || null }, { uses_left: token.uses_left });
  changed(ctx, 'enroll_tokens', [id]);
}

/**
 * Deletes the tokens that lead to a place, before the place is deleted and before it is locked: whoever enrolls holds
 * the token first and then the place. @returns their ids
 */
export async function removeOf(
  ctx: Ctx,
  column: 'client_id' | 'site_id' | 'group_id',
  value: string,
): Promise<string[]> {
  const rows = await ctx.sql<{ id: string }[]>`
    delete from enroll_tokens where id in (
      select id from enroll_tokens where ${ctx.sql(column)} = ${value} order by id for update
    ) returning id`;
  const ids = rows.map(({ id }) => id);
  changed(ctx, 'enroll_tokens', ids);
  return ids;
}

async function read(ctx: Ctx, id: string): Promise<EnrollToken> {
  const [row] = await ctx.sql<EnrollToken[]>`
    select ${columns(ctx)} from enroll_tokens t ${joins(ctx)} where t.id = ${id}`;
  if (!row) throw notFound('enrollment token');
  return row;
}
