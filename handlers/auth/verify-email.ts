import { confirmAddress } from '../../domain/account-links/confirmation.ts';
import { everyone } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { EmailVerified, EmailVerify } from '../../schema/account-links.ts';
import { callsPerPeer } from './mail-limits.ts';

export const verifyEmail = endpoint(
  {
    route: 'POST /api/auth/verify-email',
    summary: 'Confirm a mail address by a mailed link',
    access: everyone,
    body: EmailVerify,
    output: EmailVerified,
    audits: ['user.email.confirm'],
    limits: callsPerPeer('verify-email', 10),
  },
  (ctx, { body }) => confirmAddress(ctx, body.token),
);
