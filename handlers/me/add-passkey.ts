import { addPasskey } from '../../domain/passkeys/register.ts';
import { userSession } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { Passkey, PasskeyCreate } from '../../schema/passkeys.ts';

export const addMyPasskey = endpoint(
  {
    route: 'POST /api/me/passkeys',
    summary: 'Add the passkey that the browser made',
    access: userSession,
    body: PasskeyCreate,
    output: Passkey,
    status: 201,
    audits: ['user.passkey.add'],
    transaction: 'own',
  },
  (ctx, { body }) => addPasskey(ctx, body),
);
