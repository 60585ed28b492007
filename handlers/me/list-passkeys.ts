import { listOwn } from '../../domain/passkeys/list.ts';
import { userSession } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { PasskeyList } from '../../schema/passkeys.ts';

export const listMyPasskeys = endpoint(
  {
    route: 'GET /api/me/passkeys',
    summary: 'List your passkeys, and tell whether the console can take any',
    access: userSession,
    output: PasskeyList,
  },
  (ctx) => listOwn(ctx),
);
