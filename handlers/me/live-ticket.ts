import { createLiveTicket } from '../../domain/live-tickets.ts';
import { signedIn } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { LiveTicket } from '../../schema/sessions.ts';

export const createMyLiveTicket = endpoint(
  {
    route: 'POST /api/me/live-ticket',
    summary: 'Get a one-time ticket for live updates, valid 30 s',
    access: signedIn,
    output: LiveTicket,
    status: 201,
    audits: [],
  },
  (ctx) => createLiveTicket(ctx),
);
