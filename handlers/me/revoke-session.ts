import { revokeOwn } from '../../domain/sessions/own.ts';
import { userSession } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';

export const revokeMySession = endpoint(
  {
    route: 'DELETE /api/me/sessions/:id',
    summary: 'End one of your sessions',
    access: userSession,
    params: IdParam,
    audits: ['session.revoke'],
  },
  (ctx, { params }) => revokeOwn(ctx, params.id),
);
