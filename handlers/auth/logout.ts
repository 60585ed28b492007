import { signOut } from '../../domain/sessions/sign-out.ts';
import { signedIn } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';

export const logout = endpoint(
  {
    route: 'POST /api/auth/logout',
    summary: 'End the session',
    access: signedIn,
    audits: ['auth.logout'],
  },
  (ctx) => signOut(ctx),
);
