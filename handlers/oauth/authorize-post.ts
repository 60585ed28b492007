import { everyone } from '../../runtime/access.ts';
import { endpoint, type RequestHeaders } from '../../runtime/endpoint.ts';
import { OtherParameters } from '../../schema/oauth.ts';
import { AuthorizeForm } from '../../schema/oauth-authorize.ts';
import { isLoginFailure, loginLimits } from '../auth/login-limits.ts';
import { accountOf, decideByPassword } from './consent/decide-by-password.ts';
import { decideByTicket } from './consent/decide-by-ticket.ts';
import { shownAsPages } from './consent/guarded.ts';
import { wordsFor } from './consent/language.ts';
import { refusesAsPage } from './consent/show-problem.ts';
import { BODY_MAX_BYTES, consentPages } from './limits.ts';

export const decideConsent = endpoint(
  {
    route: 'POST /oauth/authorize',
    summary: 'Let an AI application connect, or turn it down: the password form, or the ticket of a provider sign-in',
    access: everyone,
    query: OtherParameters,
    body: AuthorizeForm,
    accepts: 'application/x-www-form-urlencoded',
    bodyMaxBytes: BODY_MAX_BYTES,
    responds: 'text/html',
    door: 'mcp',
    exists: ({ oauthEnabled }) => oauthEnabled,
    // failed sign-ins are audited as those at the console are
    audits: [
      'auth.login',
      'oauth.authorize',
      'oauth.authorize.refuse',
      'oauth.sso_grant.reject',
      'oauth.app.register',
      'oauth.app.prune',
    ],
    transaction: 'own',
    limits: [
      consentPages, // a ticket form names an application too, whose metadata document is fetched
      ...loginLimits<{ body: AuthorizeForm; headers: RequestHeaders }>(
        (ctx, { body, headers }) => accountOf(ctx, headers, body),
        (problem) => isLoginFailure(problem) || problem.code === 'sso_grant_rejected',
      ),
    ],
    reads: ['cookie', 'accept-language'],
    refuses: refusesAsPage,
  },
  (ctx, { body, headers }) => {
    const words = wordsFor(headers);
    return shownAsPages(words, ctx, body.client_id, () =>
      body.sso_grant === undefined
        ? decideByPassword(words, ctx, headers, body)
        : decideByTicket(ctx, body, body.sso_grant),
    );
  },
);
