import { sendConfirmation } from '../../domain/account-links/confirmation.ts';
import { ownAccount } from '../../domain/me/account.ts';
import { userSession } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { ConfirmationAsked } from '../../schema/account-links.ts';

export const verifyMyEmail = endpoint(
  {
    route: 'POST /api/me/email/verify',
    summary: 'Mail yourself a link to confirm your address, valid 48 hours',
    access: userSession,
    output: ConfirmationAsked,
    status: 202,
    audits: ['user.email_confirmation.mail'],
  },
  (ctx) => sendConfirmation(ctx, ownAccount(ctx)),
);
