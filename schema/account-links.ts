/** Links that are mailed to an account: to set a new password, to confirm an address. SPEC.md, Authentication and users. */
import { z } from 'zod';
import { text } from './common.ts';
import { Email, Password } from './users.ts';

/** Whatever it holds, the answer is the same, so it is not judged as an address. */
export const PasswordResetRequest = z.strictObject({ email: text(320, 1).trim().toLowerCase() });
export const PasswordResetAccepted = z.object({ status: z.literal('accepted') });

/** As it stands behind the # of the link. */
const LinkToken = text(200, 1).trim();
export const PasswordResetConfirm = z.strictObject({ token: LinkToken, password: Password });
export const EmailVerify = z.strictObject({ token: LinkToken });
export const EmailVerified = z.object({ status: z.literal('confirmed') });

/** Blank clears it. */
export const UserEmail = z.strictObject({ email: Email.or(z.literal('')) });
export const ConfirmationAsked = z.object({ status: z.enum(['sent', 'already_confirmed']) });
export type ConfirmationAsked = z.infer<typeof ConfirmationAsked>;
