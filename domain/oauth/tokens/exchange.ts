import { hash, timingSafeEqual } from 'node:crypto';
import { changed } from '../../changed.ts';
import { actingAs, type Ctx } from '../../context.ts';
import type { Problem } from '../../problem.ts';
import { hashToken } from '../../tokens.ts';
import { judgeResource } from '../policy.ts';
import { invalidGrant } from '../refusals.ts';
import { revokeFamily } from './families.ts';
import { actorOf, type Holder, holderColumns, holderJoins, mismatch, obstacleOf, settled } from './holder.ts';
import { answerWith, newPair, type TokenAnswer } from './pair.ts';

export interface CodeExchange {
  code: string;
  clientId: string;
  verifier: string;
  redirectUri: string | undefined;
  resource: string | undefined;
}

interface Row extends Holder {
  redirect_uri: string;
  redirect_uri_stated: boolean;
  code_challenge: string;
  scope: string;
  resource: string;
  expires_at: string;
}

/**
 * The grant authorization_code (RFC 6749, 4.1.3; RFC 7636, 4.5). A code is spent by whoever presents it, whatever comes of it;
 * presented again it revokes what it led to (ATTACKS.md 11).
 * @throws Problem invalid_grant, invalid_client, invalid_target
 */
export async function exchange(ctx: Ctx, input: CodeExchange): Promise<TokenAnswer> {
  judgeResource(ctx.settings, input.resource);
  return settled(ctx, (inside) => redeem(inside, input));
}

async function redeem(ctx: Ctx, input: CodeExchange): Promise<TokenAnswer | Problem> {
  const { sql } = ctx;
  const codeHash = hashToken(input.code);
  // Account and application first, as everybody does who ends them: those wait, or have removed the code already (ATTACKS.md
  // 18). The application as its update below needs it: who asks for more later meets a removal that waits for what is held.
  const [row] = await sql<Row[]>`
    select c.redirect_uri, c.redirect_uri_stated, c.code_challenge, c.scope, c.resource, c.expires_at, ${holderColumns(sql)}
    from oauth_codes c ${holderJoins(sql, 'c')}
    where c.code_hash = ${codeHash} for key share of u for no key update of a for update of c`;
  if (!row) return replayed(ctx, codeHash, input.clientId);
  await sql`delete from oauth_codes where code_hash = ${codeHash}`;
  if (row.client_id !== input.clientId) return mismatch(ctx, input.clientId, 'This code is not for this application.');
  const refusal = objectionTo(ctx, row, input) ?? obstacleOf(row);
  return refusal ?? open(ctx, row, codeHash);
}

function objectionTo({ now, settings }: Ctx, row: Row, input: CodeExchange): Problem | undefined {
  if (Date.parse(row.expires_at) <= now().getTime()) return invalidGrant('This code has expired.');
  if (row.resource !== judgeResource(settings, undefined)) return invalidGrant('This code is for another resource.');
  if (row.redirect_uri_stated ? input.redirectUri !== row.redirect_uri : !fits(input.redirectUri, row))
    return invalidGrant('redirect_uri is not the one that the code was sent to.');
  if (!proves(input.verifier, row.code_challenge)) return invalidGrant('code_verifier does not fit.');
  return undefined;
}

/** Where the authorization request named none the exchange need not, either. */
const fits = (stated: string | undefined, { redirect_uri }: Row): boolean =>
  stated === undefined || stated === redirect_uri;

/** S256 (RFC 7636, 4.6). */
function proves(verifier: string, challenge: string): boolean {
  const made = Buffer.from(hash('sha256', verifier, 'base64url'));
  const wanted = Buffer.from(challenge);
  return /^[A-Za-z0-9._~-]{43,128}$/.test(verifier) && made.length === wanted.length && timingSafeEqual(made, wanted);
}

/** The first pair of a family. */
async function open(ctx: Ctx, row: Row, codeHash: Buffer): Promise<TokenAnswer> {
  const { sql, now } = ctx;
  const issued = now();
  const pair = newPair(ctx, issued);
  await sql`
    with used as (update oauth_applications set last_used_at = ${issued} where id = ${row.application_id}),
    family as (
      insert into oauth_families (application_id, user_id, code_hash, scope, resource, created_at)
      values (${row.application_id}, ${row.user_id}, ${codeHash}, ${row.scope}, ${row.resource}, ${issued}) returning id)
    insert into oauth_tokens (family_id, application_id, user_id, access_hash, refresh_hash, expires_at, refresh_expires_at, created_at)
    select id, ${row.application_id}, ${row.user_id}, ${hashToken(pair.access)}, ${hashToken(pair.refresh)},
           ${pair.expiresAt}, ${pair.refreshExpiresAt}, ${issued} from family`;
  const target = { id: row.application_id, name: row.application };
  const details = { user: row.username, grant: 'authorization_code' as const };
  await actingAs(ctx, actorOf(row)).audit('oauth.token', target, details);
  changed(ctx, 'oauth_apps', [row.application_id]);
  return answerWith(pair, issued);
}

/** No such code: when it was exchanged before, somebody has a copy of it, and who of the two is right cannot be told. */
async function replayed(ctx: Ctx, codeHash: Buffer, clientId: string): Promise<Problem> {
  const { sql } = ctx;
  const [family] = await sql<(Holder & { family_id: string })[]>`
    select t.id as family_id, ${holderColumns(sql)} from oauth_families t ${holderJoins(sql, 't')}
    where t.code_hash = ${codeHash} for key share of u, a for update of t`;
  if (family) await revokeFamily(ctx, family.family_id, family, 'code_replayed');
  return mismatch(ctx, clientId, 'This code is not valid, or no longer.');
}
