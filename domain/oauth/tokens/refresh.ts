import { z } from 'zod';
import { auditStatement, noteAudited } from '../../audit.ts';
import { actingAs, type Ctx, isDeadlock } from '../../context.ts';
import type { Problem } from '../../problem.ts';
import { hashToken } from '../../tokens.ts';
import { judgeResource } from '../policy.ts';
import { invalidGrant } from '../refusals.ts';
import { revokeFamily } from './families.ts';
import { actorOf, type Holder, holderColumns, holderJoins, inTurn, mismatch, obstacleOf, settled } from './holder.ts';
import { answerWith, newPair, type TokenAnswer } from './pair.ts';

/** How long the immediate predecessor still leads to its successor (CONTRACT.md, MCP and OAuth). */
export const GRACE_MS = 60_000;

export interface Refresh {
  refreshToken: string;
  clientId: string | undefined;
  resource: string | undefined;
}

interface Row extends Holder {
  id: string;
  family_id: string;
  scope: string;
  resource: string;
  refresh_expires_at: string;
  spent_at: string | null;
  successor: string | null;
}

/**
 * The grant refresh_token (RFC 6749, 6): the next pair of the family. Who repeats the last step within a minute, because of a
 * race or an answer that got lost, gets the same pair again; any other use of a spent token revokes the family, audited
 * (RFC 9700, 4.14.2; ATTACKS.md 14, 15).
 * @throws Problem invalid_grant, invalid_client, invalid_target
 */
export async function refresh(ctx: Ctx, input: Refresh): Promise<TokenAnswer> {
  judgeResource(ctx.settings, input.resource);
  return (await rotateAtOnce(ctx, input)) ?? settled(ctx, (inside) => rotate(inside, input));
}

/**
 * The usual case in two statements instead of a transaction of five (bench/oauth.ts): a look at who asks, and the step to the
 * next pair, which happens only if the token is unspent and the application approved at that moment. What the look has found
 * of the account may be a moment old: each use of the token asks again (domain/oauth/resolve.ts). Undefined leaves whatever
 * is not usual to the transaction.
 */
async function rotateAtOnce(ctx: Ctx, { refreshToken, clientId }: Refresh): Promise<TokenAnswer | undefined> {
  const { sql, now, settings } = ctx;
  const hash = hashToken(refreshToken);
  const [row] = await sql<Row[]>`
    select t.id, t.family_id, f.scope, f.resource, t.refresh_expires_at, t.spent_at, t.successor, ${holderColumns(sql)}
    from oauth_tokens t join oauth_families f on f.id = t.family_id ${holderJoins(sql, 't')}
    where t.refresh_hash = ${hash}`;
  const usual =
    row?.spent_at === null &&
    (clientId === undefined || clientId === row.client_id) &&
    Date.parse(row.refresh_expires_at) > now().getTime() &&
    row.resource === judgeResource(settings, undefined) &&
    !obstacleOf(row);
  if (!row || !usual) return undefined;
  return nextAtOnce(ctx, row).catch((error: unknown) => {
    if (isDeadlock(error)) return undefined; // with a deletion of the account: the transaction is tried again
    throw error;
  });
}

async function nextAtOnce(ctx: Ctx, row: Row): Promise<TokenAnswer | undefined> {
  const { sql } = ctx;
  const { pair, issued, sealed, note } = prepare(ctx, row);
  const made = await sql`
    with held as (
      select t.id from oauth_tokens t join oauth_families f on f.id = t.family_id
      join oauth_applications a on a.id = t.application_id and a.status = 'approved' join users u on u.id = t.user_id
      where t.id = ${row.id} and t.spent_at is null ${inTurn(sql)}),
    spent as (
      update oauth_tokens set spent_at = ${issued}, successor = ${sealed} where id = (select id from held)),
    noted as (${note} where exists (select 1 from held))
    insert into oauth_tokens (family_id, application_id, user_id, access_hash, refresh_hash, expires_at, refresh_expires_at, created_at)
    select ${row.family_id}, ${row.application_id}, ${row.user_id}, ${hashToken(pair.access)}, ${hashToken(pair.refresh)},
           ${pair.expiresAt}::timestamptz, ${pair.refreshExpiresAt}::timestamptz, ${issued}::timestamptz from held`;
  if (made.count === 0) return undefined;
  noteAudited(ctx);
  return answerWith(pair, issued);
}

/** The next pair, how it is kept for repeats, and the entry about it. */
function prepare(ctx: Ctx, row: Row) {
  const issued = ctx.now();
  const pair = newPair(ctx, issued);
  const sealed = ctx.secrets.seal(place(row.id), JSON.stringify({ access: pair.access, refresh: pair.refresh }));
  const target = { id: row.application_id, name: row.application };
  const details = { user: row.username, grant: 'refresh_token' as const };
  const note = auditStatement(actingAs(ctx, actorOf(row)), 'oauth.token', [{ target, details }]);
  return { issued, pair, sealed, note };
}

async function rotate(ctx: Ctx, { refreshToken, clientId }: Refresh): Promise<TokenAnswer | Problem> {
  const { sql, now, settings } = ctx;
  // Callers with the same token wait here for one another, and so does who ends its account, application or family.
  const [row] = await sql<Row[]>`
    select t.id, t.family_id, f.scope, f.resource, t.refresh_expires_at, t.spent_at, t.successor, ${holderColumns(sql)}
    from oauth_tokens t join oauth_families f on f.id = t.family_id ${holderJoins(sql, 't')}
    where t.refresh_hash = ${hashToken(refreshToken)} ${inTurn(sql)}`;
  if (!row) return mismatch(ctx, clientId, 'This refresh token is not valid, or no longer.');
  if (clientId !== undefined && clientId !== row.client_id)
    return mismatch(ctx, clientId, 'This refresh token is not for this application.');
  const pair = row.spent_at === null ? undefined : await repeat(ctx, row);
  if (row.spent_at !== null && !pair) {
    await revokeFamily(ctx, row.family_id, row, 'refresh_reused');
    return invalidGrant('This refresh token was used before. Authorize again.');
  }
  if (Date.parse(row.refresh_expires_at) <= now().getTime()) return invalidGrant('This refresh token has expired.');
  if (row.resource !== judgeResource(settings, undefined)) return invalidGrant('This token is for another resource.');
  return obstacleOf(row) ?? pair ?? next(ctx, row);
}

const place = (id: string) => `oauth_tokens:successor:${id}`;
const Sealed = z.strictObject({ access: z.string(), refresh: z.string() });

/** The pair that this token led to, while it is the last of its family; undefined when it is too late, or it went on. */
async function repeat({ sql, now, secrets }: Ctx, row: Row): Promise<TokenAnswer | undefined> {
  const age = now().getTime() - Date.parse(row.spent_at ?? '');
  if (row.successor === null || age > GRACE_MS) return undefined;
  const pair = Sealed.parse(JSON.parse(secrets.open(place(row.id), row.successor)));
  const [successor] = await sql<{ expires_at: string }[]>`
    select expires_at from oauth_tokens where refresh_hash = ${hashToken(pair.refresh)} and spent_at is null`;
  return successor && answerWith({ ...pair, expiresAt: new Date(successor.expires_at) }, now());
}

async function next(ctx: Ctx, row: Row): Promise<TokenAnswer> {
  const { sql } = ctx;
  const { pair, issued, sealed, note } = prepare(ctx, row);
  await sql`
    with spent as (update oauth_tokens set spent_at = ${issued}, successor = ${sealed} where id = ${row.id}),
    noted as (${note})
    insert into oauth_tokens (family_id, application_id, user_id, access_hash, refresh_hash, expires_at, refresh_expires_at, created_at)
    values (${row.family_id}, ${row.application_id}, ${row.user_id}, ${hashToken(pair.access)}, ${hashToken(pair.refresh)},
            ${pair.expiresAt}, ${pair.refreshExpiresAt}, ${issued})`;
  noteAudited(ctx);
  return answerWith(pair, issued);
}
