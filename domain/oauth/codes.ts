import type { Ctx } from '../context.ts';
import { Problem } from '../problem.ts';
import { hashToken, newToken } from '../tokens.ts';

/** CONTRACT.md, MCP and OAuth. */
const CODE_SEC = 60;

export interface CodeGrant {
  applicationId: string;
  userId: string;
  redirectUri: string;
  /** Whether the request named it: then the exchange must, too (RFC 6749, 4.1.3). */
  redirectUriStated: boolean;
  /** S256 (RFC 7636). */
  codeChallenge: string;
  scope: string;
  resource: string;
}

/**
 * An authorization code, good for a minute and one exchange. In the caller's transaction; an application that is removed or no
 * longer approved at this moment gets none (ATTACKS.md 18). @throws Problem 400 access_denied
 */
export async function issueCode({ sql, now, random }: Ctx, grant: CodeGrant): Promise<string> {
  const code = newToken('oauthCode', random);
  const issued = now();
  // The lock makes a removal wait, which then finds this code and takes it along.
  const rows = await sql`
    insert into oauth_codes (code_hash, application_id, user_id, redirect_uri, redirect_uri_stated, code_challenge, scope,
                             resource, created_at, expires_at)
    select ${hashToken(code)}, a.id, ${grant.userId}, ${grant.redirectUri}, ${grant.redirectUriStated}, ${grant.codeChallenge},
           ${grant.scope}, ${grant.resource}, ${issued}, ${new Date(issued.getTime() + CODE_SEC * 1000)}
    from oauth_applications a where a.id = ${grant.applicationId} and a.status = 'approved' for key share`;
  if (rows.count === 0) throw new Problem(400, 'access_denied', 'This application was removed, or waits for approval.');
  return code;
}
