import { removeOwn } from '../../domain/passkeys/remove.ts';
import { userSession } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';

export const removeMyPasskey = endpoint(
  {
    route: 'DELETE /api/me/passkeys/:id',
    summary: 'Remove one of your passkeys',
    access: userSession,
    params: IdParam,
    audits: ['user.passkey.remove'],
  },
  (ctx, { params }) => removeOwn(ctx, params.id),
);
