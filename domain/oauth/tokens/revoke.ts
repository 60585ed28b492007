import { type Ctx, transaction } from '../../context.ts';
import { hashToken, tokenPrefix } from '../../tokens.ts';
import { invalidGrant } from '../refusals.ts';
import { revokeFamily } from './families.ts';
import { type Holder, holderColumns, holderJoins, inTurn } from './holder.ts';

/**
 * Revocation by the application (RFC 7009): either token of a pair ends the whole authorization, because whoever signs out
 * means it. A token that is unknown has been revoked already, as far as anybody can tell. @throws Problem invalid_grant for
 * the token of another application
 */
export async function revoke(ctx: Ctx, { token, clientId }: { token: string; clientId: string | undefined }) {
  const column = token.startsWith(tokenPrefix.oauthAccess) ? 'access_hash' : 'refresh_hash';
  await transaction(ctx, async (inside) => {
    const { sql } = inside;
    const [row] = await sql<(Holder & { family_id: string })[]>`
      select t.family_id, ${holderColumns(sql)}
      from oauth_tokens t join oauth_families f on f.id = t.family_id ${holderJoins(sql, 't')}
      where t.${sql(column)} = ${hashToken(token)} ${inTurn(sql)}`;
    if (!row) return;
    if (clientId !== undefined && clientId !== row.client_id)
      throw invalidGrant('This token was not issued to this application.');
    await revokeFamily(inside, row.family_id, row, 'requested');
  });
}
