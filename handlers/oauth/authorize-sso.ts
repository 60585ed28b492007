import { judgeRequest } from '../../domain/oauth/authorize/request.ts';
import { redirect } from '../../domain/reply.ts';
import { prepareFlow } from '../../domain/sso/flows.ts';
import { everyone } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { AuthorizeQuery } from '../../schema/oauth-authorize.ts';
import { starts } from '../sso/limits.ts';
import { shownAsPages } from './consent/guarded.ts';
import { wordsFor } from './consent/language.ts';
import { refusesAsPage } from './consent/show-problem.ts';

export const askForConsentOverSso = endpoint(
  {
    route: 'GET /oauth/authorize/sso',
    summary: 'Begin a sign-in at the provider for the consent to what an AI application asks',
    access: everyone,
    query: AuthorizeQuery,
    status: 302,
    door: 'mcp',
    exists: ({ oauthEnabled }) => oauthEnabled,
    audits: ['auth.sso.fail', 'oauth.app.register', 'oauth.app.prune'],
    transaction: 'own',
    limits: [starts],
    reads: ['accept-language'],
    refuses: refusesAsPage,
  },
  (ctx, { query, headers }) =>
    shownAsPages(wordsFor(headers), ctx, query.client_id, async () => {
      const judged = await judgeRequest(ctx, query);
      if ('redirect' in judged) return redirect(judged.redirect);
      const { beginUrl } = await prepareFlow(ctx, { authorizeRequest: judged.request });
      return redirect(beginUrl);
    }),
);
