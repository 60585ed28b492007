import type { AuthorizeRequest } from '../../../schema/oauth-authorize.ts';
import type { Ctx } from '../../context.ts';
import { mintGrant } from '../sso-grants.ts';
import { type Owner, requireMcpUse } from './issue.ts';
import { type Asked, judgeAgain } from './request.ts';

/** What is put to somebody who has signed in at the provider for it. */
export type Offered = { asked: Asked; owner: Owner; ticket: string } | { asked: Asked; refused: 'lacks_mcp_use' };

/** Outside of any transaction. @throws Problem for a page, when the application may not connect any more */
export const reopen = (ctx: Ctx, request: AuthorizeRequest): Promise<Asked> => judgeAgain(ctx, request);

/** A ticket for an account that may use MCP, in the transaction in which the provider's word led to that account. */
export async function offer(ctx: Ctx, asked: Asked, userId: string): Promise<Offered> {
  const [user] = await ctx.sql<Owner[]>`select id, username from users where id = ${userId} for key share`;
  if (!user) throw new Error('the account that signed in is gone within its transaction');
  if (!(await requireMcpUse(ctx, asked, user))) return { asked, refused: 'lacks_mcp_use' };
  return { asked, owner: user, ticket: await mintGrant(ctx, asked, userId) };
}
