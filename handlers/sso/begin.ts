import { redirect } from '../../domain/reply.ts';
import { beginFlow } from '../../domain/sso/flows.ts';
import { everyone } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { SsoBegin } from '../../schema/sso.ts';
import { endingOnOwnPage } from '../oauth/consent/own-page.ts';
import { bindingCookie } from './binding-cookie.ts';
import { signInPage } from './landing.ts';
import { failures, starts } from './limits.ts';

export const beginSso = endpoint(
  {
    route: 'GET /api/auth/oidc/begin',
    summary: 'Go on, on the console’s origin, with a sign-in that a page of another origin prepared',
    access: everyone,
    query: SsoBegin,
    status: 302,
    audits: ['auth.sso.fail'],
    transaction: 'own',
    limits: [starts, failures],
    reads: ['accept-language'],
    landsOn: signInPage,
  },
  async (ctx, { query, headers }) => {
    const begun = beginFlow(ctx, query.state).catch(endingOnOwnPage(ctx, headers, query.state));
    const { url, binding } = await begun;
    return redirect(url, [bindingCookie(ctx.settings).set(binding)]);
  },
);
