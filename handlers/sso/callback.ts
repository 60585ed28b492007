import { redirect } from '../../domain/reply.ts';
import { finish } from '../../domain/sso/callback.ts';
import { everyone } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { SsoCallback } from '../../schema/sso.ts';
import { wordsFor } from '../oauth/consent/language.ts';
import { endingOnOwnPage } from '../oauth/consent/own-page.ts';
import { signedInPage } from '../oauth/consent/signed-in-page.ts';
import { bindingCookie } from './binding-cookie.ts';
import { signInPageAlways } from './landing.ts';
import { failures } from './limits.ts';

export const returnFromSso = endpoint(
  {
    route: 'GET /api/auth/oidc/callback',
    summary:
      'Come back from the provider, with code and state in the query; whatever fails lands on the sign-in, or on a page of its own if it was for an AI application',
    access: everyone,
    query: SsoCallback,
    status: 302,
    audits: [
      'auth.sso.fail',
      'user.create',
      'user.sso.link',
      'oauth.authorize.refuse',
      'oauth.app.register',
      'oauth.app.prune',
    ],
    transaction: 'own',
    limits: [failures],
    reads: ['cookie', 'accept-language'],
    landsOn: signInPageAlways,
  },
  async (ctx, { query, headers }) => {
    const cookie = bindingCookie(ctx.settings);
    const finishing = finish(ctx, { query, binding: cookie.read(headers) });
    const finished = await finishing.catch(endingOnOwnPage(ctx, headers, query.state));
    if ('consent' in finished) return signedInPage(wordsFor(headers), ctx, finished.consent, [cookie.clear]);
    const { code, redirectTo } = finished;
    // Behind the # it reaches no server, no log and no Referer.
    return redirect(`${ctx.settings.consoleUrl}/sso#${new URLSearchParams({ code, to: redirectTo })}`);
  },
);
