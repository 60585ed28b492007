import { judgeRequest } from '../../domain/oauth/authorize/request.ts';
import { redirect } from '../../domain/reply.ts';
import { everyone } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { AuthorizeQuery } from '../../schema/oauth-authorize.ts';
import { shownAsPages } from './consent/guarded.ts';
import { wordsFor } from './consent/language.ts';
import { passwordPage } from './consent/password-page.ts';
import { refusesAsPage } from './consent/show-problem.ts';
import { consentPages } from './limits.ts';

export const askForConsent = endpoint(
  {
    route: 'GET /oauth/authorize',
    summary: 'Show the page on which somebody signs in and lets an AI application connect',
    access: everyone,
    query: AuthorizeQuery,
    responds: 'text/html',
    door: 'mcp',
    exists: ({ oauthEnabled }) => oauthEnabled,
    // a metadata document registers its application at first sight
    audits: ['oauth.app.register', 'oauth.app.prune'],
    transaction: 'own',
    limits: [consentPages],
    reads: ['cookie', 'accept-language'],
    refuses: refusesAsPage,
  },
  (ctx, { query, headers }) => {
    const words = wordsFor(headers);
    return shownAsPages(words, ctx, query.client_id, async () => {
      const judged = await judgeRequest(ctx, query);
      if ('redirect' in judged) return redirect(judged.redirect);
      return passwordPage(words, ctx, headers, { asked: judged });
    });
  },
);
