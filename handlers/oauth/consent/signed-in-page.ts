import type { Ctx } from '../../../domain/context.ts';
import type { Offered } from '../../../domain/oauth/authorize/by-sso.ts';
import { Problem } from '../../../domain/problem.ts';
import type { Written } from '../../../domain/reply.ts';
import { consentPage } from './consent-page.ts';
import { ticketForm } from './forms.ts';
import type { Words } from './language.ts';
import { messagePage } from './message-page.ts';

/** The consent page of somebody who has signed in at the provider, on the console's origin. */
export function signedInPage(words: Words, ctx: Ctx, offered: Offered, cookies: string[]): Written {
  const { settings, origin } = ctx;
  const { asked } = offered;
  if ('refused' in offered) {
    const problem = new Problem(403, offered.refused, 'The role of this account lacks mcp.use.');
    return { ...messagePage(words, problem, { application: asked.application, requestId: origin.requestId }), cookies };
  }
  const form = ticketForm(words, { asked, settings, ticket: offered.ticket, username: offered.owner.username });
  return consentPage(words, { asked, settings, form, cookies });
}
