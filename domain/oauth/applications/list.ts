import { z } from 'zod';
import { Id } from '../../../schema/common.ts';
import {
  type OauthApp,
  type OauthAppList,
  type OauthAppQuery,
  OauthAppStatus,
  type OauthPolicy,
} from '../../../schema/oauth-apps.ts';
import type { Ctx } from '../../context.ts';
import { decodeCursor, encodeCursor } from '../../cursor.ts';
import { notFound } from '../../problem.ts';
import { containing, type Fragment } from '../../sql.ts';
import { userVisible } from '../../users/delegation.ts';
import { liveToken } from '../live-token.ts';
import { hostStanding, readPolicy } from '../policy.ts';
import { applicationAllowed } from './allowed.ts';

const USERS_SHOWN = 20;

/** A row as it is kept, with its tokens counted. */
type Row = Omit<OauthApp, 'unknown_hosts' | 'unknown_host' | 'may_authorize'>;

/**
 * A page of applications, those that wait first and each of both newest first (their ids are UUIDv7), and the policy. To a
 * scoped caller every application shows, and of its tokens those of accounts that the caller may see. @throws 400 invalid_cursor
 */
export async function list(ctx: Ctx, query: OauthAppQuery): Promise<OauthAppList> {
  const { sql, settings } = ctx;
  const { limit } = query;
  const where = filters(ctx, query).reduce((left, right) => sql`${left} and ${right}`, sql`true`);
  const policy = await readPolicy(ctx);
  const rows = await sql<Row[]>`
    with shown as materialized (
      select a.id from oauth_applications a where ${where} order by a.status desc, a.id desc limit ${limit + 1}
    ) select ${columns(ctx)} from shown join oauth_applications a on a.id = shown.id ${joins(ctx)}
    order by a.status desc, a.id desc`;
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    oauth_apps: rows.slice(0, limit).map((row) => judged(policy, row)),
    policy,
    oauth_enabled: settings.oauthEnabled,
    mcp_url: settings.mcpUrl,
    ...(last && { next_cursor: encodeCursor([last.status, last.id]) }),
  };
}

/** One of them. @throws 404 */
export async function read(ctx: Ctx, id: string): Promise<OauthApp> {
  const [row] = await ctx.sql<Row[]>`
    select ${columns(ctx)} from oauth_applications a ${joins(ctx)} where a.id = ${id}`;
  if (!row) throw notFound('OAuth application');
  return judged(await readPolicy(ctx), row);
}

/** How many wait for approval. */
export async function countPending({ sql }: Ctx): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from oauth_applications where status = 'pending'`;
  return row?.count ?? 0;
}

/** Conditions on `oauth_applications a`. */
function filters(ctx: Ctx, { q = '', status, user_id, cursor }: OauthAppQuery): Fragment[] {
  const { sql } = ctx;
  const conditions: Fragment[] = [];
  if (cursor !== undefined) {
    const [lastStatus, lastId] = decodeCursor(cursor, z.tuple([OauthAppStatus, Id]));
    conditions.push(sql`(a.status, a.id) < (${lastStatus}, ${lastId})`);
  }
  const pattern = containing(q.trim());
  if (q.trim())
    conditions.push(
      sql`(a.name ilike ${pattern} or a.client_id ilike ${pattern} or array_to_string(a.hosts, ' ') ilike ${pattern})`,
    );
  if (status !== undefined) conditions.push(sql`a.status = ${status}`);
  if (user_id !== undefined)
    conditions.push(sql`a.id in (select t.application_id ${usable(ctx)} and t.user_id = ${user_id})`);
  return conditions;
}

const columns = ({ sql, scope }: Ctx): Fragment => sql`
  a.id, a.client_id, a.kind, a.name, a.redirect_uris, a.hosts, a.status, n.active_tokens, n.user_count, n.users,
  ${scope.unscoped ? sql`a.registered_ip` : sql`null`} as registered_ip, a.approved_by ->> 'name' as approved_by, a.approved_at,
  a.last_used_at, a.created_at`;

/** As `n`, who uses `a`. */
function joins(ctx: Ctx): Fragment {
  const { sql } = ctx;
  return sql`
    cross join lateral (
      select coalesce(sum(x.tokens), 0)::int as active_tokens, count(*)::int as user_count,
        coalesce(json_agg(json_build_object('id', x.id, 'username', x.username, 'tokens', x.tokens,
          'authorized_at', rfc3339(x.authorized_at), 'last_used_at', rfc3339(x.last_used_at))
          order by x.last_used_at desc, x.id) filter (where x.position <= ${USERS_SHOWN}), '[]') as users
      from (
        select u.id, u.username, count(*)::int as tokens, min(f.created_at) as authorized_at,
          max(coalesce(t.last_used_at, t.created_at)) as last_used_at,
          row_number() over (order by max(coalesce(t.last_used_at, t.created_at)) desc, u.id) as position
        ${usable(ctx)} and t.application_id = a.id and a.status = 'approved'
        group by u.id
      ) x
    ) n`;
}

/** Tokens `t` of families `f` that would be taken now, as far as their application does not decide (domain/oauth/resolve.ts). */
const usable = (ctx: Ctx): Fragment => ctx.sql`
  from oauth_tokens t
  join oauth_families f on f.id = t.family_id
  join users u on u.id = t.user_id and u.disabled_at is null
  join roles r on r.key = u.role_key and 'mcp.use' = any(r.permissions)
  where ${liveToken(ctx)} and ${nameable(ctx)}`;

/** SQL condition on `users u`: the caller may know of it. API tokens of everybody are shown to the unscoped, too. */
function nameable(ctx: Ctx): Fragment {
  const { sql, actor, scope } = ctx;
  if (scope.unscoped || actor.permissions.has('users.manage')) return userVisible(ctx);
  return sql`u.id = ${actor.userId}`;
}

function judged(policy: OauthPolicy, row: Row): OauthApp {
  const unknown_hosts = row.hosts.filter((host) => hostStanding(policy, host) === 'unknown');
  return {
    ...row,
    unknown_hosts,
    unknown_host: unknown_hosts.length > 0,
    may_authorize: row.status === 'approved' && applicationAllowed(policy, row),
  };
}
