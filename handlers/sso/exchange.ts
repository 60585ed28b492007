import type { Reply } from '../../domain/reply.ts';
import { exchange } from '../../domain/sso/exchanges.ts';
import { everyone } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { SignedIn } from '../../schema/sessions.ts';
import { SsoExchange } from '../../schema/sso.ts';
import { bindingCookie } from './binding-cookie.ts';
import { failures } from './limits.ts';

export const exchangeSso = endpoint(
  {
    route: 'POST /api/auth/oidc/exchange',
    summary: 'Exchange the code of a sign-in over single sign-on for a session, once, in the same browser',
    access: everyone,
    body: SsoExchange,
    output: SignedIn,
    audits: ['auth.sso.fail', 'auth.login'],
    transaction: 'own',
    limits: [failures],
    reads: ['cookie', 'origin'],
  },
  async (ctx, { body, headers }): Promise<Reply> => {
    const cookie = bindingCookie(ctx.settings);
    const signedIn = await exchange(ctx, { code: body.code, binding: cookie.read(headers), origin: headers.origin });
    return { reply: true, body: signedIn, cookies: [cookie.clear] };
  },
);
