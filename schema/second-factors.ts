/** Two-step sign-in of the caller's own account. SPEC.md, Authentication and users, Password sign-in and second factor. */
import { z } from 'zod';
import { text } from './common.ts';
import { Password } from './users.ts';

/** Six digits of the authenticator app, or a recovery code where it says so. Spaces and dashes are read over. */
const Code = text(100, 1);

/** `code`: of the app that is in use, when another is to take its place. */
export const SecondFactorSetup = z.strictObject({ current_password: Password, code: text(100).optional() });
export type SecondFactorSetup = z.output<typeof SecondFactorSetup>;
/** The secret in base32, and the same as an otpauth: URI for a QR code. Shown once, good for 15 minutes. */
export const SecondFactorStaged = z.object({ secret: z.string(), uri: z.string() }).meta({ id: 'SecondFactorStaged' });
export type SecondFactorStaged = z.infer<typeof SecondFactorStaged>;

export const SecondFactorEnable = z.strictObject({ code: Code });
/** Ten codes of one use each, shown once. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;
export const SecondFactorEnabled = RecoveryCodes.extend({ totp_enabled: z.literal(true) }).meta({
  id: 'SecondFactorEnabled',
});
export type SecondFactorEnabled = z.infer<typeof SecondFactorEnabled>;

export const SecondFactorDisable = z.strictObject({ current_password: Password, code: Code });
export type SecondFactorDisable = z.output<typeof SecondFactorDisable>;
export const RecoveryCodesRenew = z.strictObject({ code: Code });
