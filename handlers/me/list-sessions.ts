import { listOwn } from '../../domain/sessions/own.ts';
import { userSession } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { SessionList } from '../../schema/sessions.ts';

export const listMySessions = endpoint(
  {
    route: 'GET /api/me/sessions',
    summary: 'List where you are signed in',
    access: userSession,
    output: SessionList,
  },
  (ctx) => listOwn(ctx),
);
