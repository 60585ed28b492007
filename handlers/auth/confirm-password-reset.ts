import { resetPassword } from '../../domain/account-links/reset.ts';
import { everyone } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { PasswordResetConfirm } from '../../schema/account-links.ts';
import { callsPerPeer } from './mail-limits.ts';

export const confirmPasswordReset = endpoint(
  {
    route: 'POST /api/auth/password-reset/confirm',
    summary: 'Set a new password by a mailed link and end all sessions of the account',
    access: everyone,
    body: PasswordResetConfirm,
    audits: ['user.password.reset'],
    transaction: 'own',
    limits: callsPerPeer('password-reset.confirm', 10),
  },
  (ctx, { body }) => resetPassword(ctx, body),
);
