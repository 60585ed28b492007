import * as enrollTokens from '../../domain/enroll-tokens.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { EnrollTokenCreate, EnrollTokenCreated } from '../../schema/enroll-tokens.ts';

export const createEnrollToken = endpoint(
  {
    route: 'POST /api/enroll-tokens',
    summary: 'Issue an enrollment token; its value is shown once',
    access: permission('enrollment.manage'),
    body: EnrollTokenCreate,
    output: EnrollTokenCreated,
    status: 201,
    audits: ['enroll_token.create'],
  },
  (ctx, { body }) => enrollTokens.create(ctx, body),
);
