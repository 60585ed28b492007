import * as enrollTokens from '../../domain/enroll-tokens.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { EnrollTokenList, EnrollTokenQuery } from '../../schema/enroll-tokens.ts';

export const listEnrollTokens = endpoint(
  {
    route: 'GET /api/enroll-tokens',
    summary: 'List enrollment tokens, newest first',
    access: permission('enrollment.manage'),
    query: EnrollTokenQuery,
    output: EnrollTokenList,
  },
  (ctx, { query }) => enrollTokens.list(ctx, query),
);
