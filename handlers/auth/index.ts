import { bootstrapFirstAdmin } from './bootstrap.ts';
import { confirmPasswordReset } from './confirm-password-reset.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { requestPasswordReset } from './password-reset.ts';
import { readAuthState } from './state.ts';
import { verifyEmail } from './verify-email.ts';

export const auth = [
  readAuthState,
  bootstrapFirstAdmin,
  login,
  logout,
  requestPasswordReset,
  confirmPasswordReset,
  verifyEmail,
] as const;
