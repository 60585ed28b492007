import { list } from '../../domain/api-tokens/list.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { ApiTokenList, ApiTokenQuery } from '../../schema/api-tokens.ts';

export const listApiTokens = endpoint(
  {
    route: 'GET /api/api-tokens',
    summary: 'List API tokens, for a scoped caller its own',
    access: permission('api_tokens.manage'),
    query: ApiTokenQuery,
    output: ApiTokenList,
  },
  (ctx, { query }) => list(ctx, query),
);
