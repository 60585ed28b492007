import { redirect } from '../../domain/reply.ts';
import { finish } from '../../domain/sso/callback.ts';
import { everyone } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { SsoCallback } from '../../schema/sso.ts';
import { bindingCookie } from './binding-cookie.ts';
import { signInPageAlways } from './landing.ts';
import { failures } from './limits.ts';

export const returnFromSso = endpoint(
  {
    route: 'GET /api/auth/oidc/callback',
    summary: 'Come back from the provider, with code and state in the query; whatever fails lands on the sign-in',
    access: everyone,
    query: SsoCallback,
    status: 302,
    audits: ['auth.sso.fail', 'user.create', 'user.sso.link'],
    transaction: 'own',
    limits: [failures],
    reads: ['cookie'],
    landsOn: signInPageAlways,
  },
  async (ctx, { query, headers }) => {
    const binding = bindingCookie(ctx.settings).read(headers);
    const { code, redirectTo } = await finish(ctx, { query, binding });
    // Behind the # it reaches no server, no log and no Referer.
    return redirect(`${ctx.settings.consoleUrl}/sso#${new URLSearchParams({ code, to: redirectTo })}`);
  },
);
