import { effective } from '../../domain/settings.ts';
import { signedIn } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { EffectiveConfig } from '../../schema/settings.ts';

export const readConfig = endpoint(
  {
    route: 'GET /api/config',
    summary: 'Tell what is configured, without secrets',
    access: signedIn,
    output: EffectiveConfig,
  },
  (ctx) => effective(ctx),
);
