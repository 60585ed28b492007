import { issue } from '../../domain/api-tokens/issue.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { ApiTokenCreate, ApiTokenCreated } from '../../schema/api-tokens.ts';

export const issueApiToken = endpoint(
  {
    route: 'POST /api/api-tokens',
    summary: 'Issue an API token; its value is shown once',
    access: permission('api_tokens.manage'),
    body: ApiTokenCreate,
    output: ApiTokenCreated,
    status: 201,
    audits: ['api_token.create'],
  },
  (ctx, { body }) => issue(ctx, body),
);
