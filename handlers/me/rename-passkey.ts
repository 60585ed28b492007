import { renameOwn } from '../../domain/passkeys/rename.ts';
import { userSession } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';
import { Passkey, PasskeyRename } from '../../schema/passkeys.ts';

export const renameMyPasskey = endpoint(
  {
    route: 'PATCH /api/me/passkeys/:id',
    summary: 'Rename one of your passkeys',
    access: userSession,
    params: IdParam,
    body: PasskeyRename,
    output: Passkey,
    // what it is called tells nobody but its owner anything
    audits: [],
  },
  (ctx, { params, body }) => renameOwn(ctx, params.id, body.name),
);
