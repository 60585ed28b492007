import type { Ctx } from '../../../domain/context.ts';
import { authorizeByTicket, dropTicket } from '../../../domain/oauth/authorize/by-ticket.ts';
import { judgeRequest } from '../../../domain/oauth/authorize/request.ts';
import { type Reply, redirect } from '../../../domain/reply.ts';
import type { AuthorizeForm } from '../../../schema/oauth-authorize.ts';
import { answerOf, denied } from './answer.ts';

/** What is posted from the page of somebody who signed in at the provider. The ticket is spent, whatever comes of it. */
export async function decideByTicket(ctx: Ctx, body: AuthorizeForm, ticket: string): Promise<Reply> {
  if (body.decision === 'deny') {
    await dropTicket(ctx, ticket);
    const judged = await judgeRequest(ctx, body);
    return 'redirect' in judged ? redirect(judged.redirect) : denied(ctx, judged.request);
  }
  const outcome = await authorizeByTicket(ctx, body, ticket);
  if ('redirect' in outcome) return redirect(outcome.redirect);
  return answerOf(ctx, outcome.asked, outcome.issued);
}
