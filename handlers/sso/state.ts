import { providerOf } from '../../domain/sso/flows.ts';
import { everyone } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { SsoState } from '../../schema/sso.ts';

export const readSsoState = endpoint(
  {
    route: 'GET /api/auth/oidc',
    summary: 'Tell how single sign-on is called; 404 while it is off',
    access: everyone,
    output: SsoState,
  },
  (ctx) => {
    providerOf(ctx);
    return { enabled: ctx.settings.sso.enabled, label: ctx.settings.sso.label };
  },
);
