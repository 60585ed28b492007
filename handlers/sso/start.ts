import { redirect } from '../../domain/reply.ts';
import { startFlow } from '../../domain/sso/flows.ts';
import { everyone } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { consolePath } from '../../schema/console-path.ts';
import { SsoStart } from '../../schema/sso.ts';
import { bindingCookie } from './binding-cookie.ts';
import { signInPage } from './landing.ts';
import { starts } from './limits.ts';

export const startSso = endpoint(
  {
    route: 'GET /api/auth/oidc/start',
    summary: 'Sign in over single sign-on: sends the browser to the provider, and afterwards to a path of the console',
    access: everyone,
    query: SsoStart,
    status: 302,
    audits: ['auth.sso.fail'],
    transaction: 'own',
    limits: [starts],
    landsOn: signInPage,
  },
  async (ctx, { query }) => {
    const { url, binding } = await startFlow(ctx, consolePath(query.redirect_to));
    return redirect(url, [bindingCookie(ctx.settings).set(binding)]);
  },
);
