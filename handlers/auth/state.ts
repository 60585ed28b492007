import { needsBootstrap } from '../../domain/users/bootstrap.ts';
import { everyone } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { AuthState } from '../../schema/sessions.ts';

export const readAuthState = endpoint(
  {
    route: 'GET /api/auth/state',
    summary: 'Tell what the sign-in page shows',
    access: everyone,
    output: AuthState,
  },
  async (ctx) => ({
    needs_bootstrap: await needsBootstrap(ctx),
    sso: { enabled: ctx.settings.sso.enabled, label: ctx.settings.sso.label },
    password_reset: ctx.settings.accountRelay !== null,
    instance_name: ctx.settings.instanceName,
  }),
);
