import { revoke } from '../../domain/api-tokens/revoke.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';

export const revokeApiToken = endpoint(
  {
    route: 'DELETE /api/api-tokens/:id',
    summary: 'Revoke an API token',
    access: permission('api_tokens.manage'),
    params: IdParam,
    audits: ['api_token.revoke'],
  },
  (ctx, { params }) => revoke(ctx, params.id),
);
