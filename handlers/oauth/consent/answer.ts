import type { Ctx } from '../../../domain/context.ts';
import { notAdmitted } from '../../../domain/oauth/authorize/admission.ts';
import { codeUri, errorUri } from '../../../domain/oauth/authorize/answer-uri.ts';
import type { Issued } from '../../../domain/oauth/authorize/issue.ts';
import type { Asked } from '../../../domain/oauth/authorize/request.ts';
import { Problem } from '../../../domain/problem.ts';
import { type Reply, redirect } from '../../../domain/reply.ts';
import type { AuthorizeRequest } from '../../../schema/oauth-authorize.ts';

/** Back to the application with its code, or a page that says why there is none. @throws Problem */
export function answerOf({ settings }: Ctx, { request, application }: Asked, issued: Issued): Reply {
  if ('code' in issued) return redirect(codeUri(settings, request, issued.code));
  if (issued.refused === 'lacks_mcp_use')
    throw new Problem(403, 'lacks_mcp_use', 'The role of this account lacks mcp.use.');
  throw notAdmitted(issued.refused, application.client_id, request.redirect_uri);
}

/** Back to the application with the word that somebody said no. */
export const denied = ({ settings }: Ctx, request: AuthorizeRequest): Reply =>
  redirect(errorUri(settings, request, 'access_denied', 'the user denied the request'));
