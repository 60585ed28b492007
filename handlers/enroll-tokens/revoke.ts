import * as enrollTokens from '../../domain/enroll-tokens.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';

export const revokeEnrollToken = endpoint(
  {
    route: 'DELETE /api/enroll-tokens/:id',
    summary: 'Revoke an enrollment token; devices that it let in stay',
    access: permission('enrollment.manage'),
    params: IdParam,
    audits: ['enroll_token.revoke'],
  },
  (ctx, { params }) => enrollTokens.revoke(ctx, params.id),
);
