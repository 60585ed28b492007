import { signIn } from '../../domain/sessions/sign-in.ts';
import { everyone } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { SecondFactorAsked } from '../../schema/refusals.ts';
import { Login, SignedIn } from '../../schema/sessions.ts';
import { loginLimits } from './login-limits.ts';

export const login = endpoint(
  {
    route: 'POST /api/auth/login',
    summary: 'Sign in with a password and, where the account has one, a second factor, for seven days',
    access: everyone,
    body: Login,
    output: SignedIn,
    refusals: { 401: SecondFactorAsked, 429: SecondFactorAsked },
    audits: ['auth.login'],
    transaction: 'own',
    limits: loginLimits<{ body: { username: string } }>((_ctx, { body }) => body.username),
  },
  (ctx, { body }) => signIn(ctx, body),
);
