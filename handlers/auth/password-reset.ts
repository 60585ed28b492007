import { requestReset } from '../../domain/account-links/reset-requests.ts';
import { everyone } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { PasswordResetAccepted, PasswordResetRequest } from '../../schema/account-links.ts';
import { callsPerPeer } from './mail-limits.ts';

export const requestPasswordReset = endpoint(
  {
    route: 'POST /api/auth/password-reset',
    summary: 'Ask for a link to set a new password; the answer is the same for every address',
    access: everyone,
    body: PasswordResetRequest,
    output: PasswordResetAccepted,
    status: 202,
    transaction: 'own', // one statement
    audits: [], // the link is audited when it is made, by the worker that looks the address up
    limits: callsPerPeer('password-reset', 5),
  },
  (ctx, { body }) => requestReset(ctx, body.email),
);
