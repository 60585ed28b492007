import * as me from '../../domain/me/read.ts';
import { signedIn } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { Me } from '../../schema/sessions.ts';

export const readMe = endpoint(
  {
    route: 'GET /api/me',
    summary: 'Tell who the caller is and what it may do',
    access: signedIn,
    output: Me,
  },
  (ctx) => me.read(ctx),
);
