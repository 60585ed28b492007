/** Signing in and what a caller is. SPEC.md, Authentication; CONTRACT.md, Records that clients read. */
import { z } from 'zod';
import { Id, Timestamp, text } from './common.ts';
import { PasskeyProof } from './passkeys.ts';
import { PermissionKey } from './permissions.ts';
import { Password, RoleKey, ScopeRow, Username } from './users.ts';

export const Bootstrap = z.strictObject({ username: Username, password: Password });
/** `code` is of the authenticator app or a recovery code; blank counts as none. `passkey` answers the 401 that offered one. */
export const Login = z
  .strictObject({
    /** In the form in which names are kept (schema/users.ts). */
    username: text(100, 1).normalize('NFKC'),
    password: Password,
    code: text(100).optional(),
    passkey: PasskeyProof.optional(),
  })
  .refine(({ code, passkey }) => !code?.trim() || !passkey, {
    path: ['passkey'],
    message: 'takes the place of a code: send one of them',
  });
export const PasswordChange = z.strictObject({ current_password: Password, new_password: Password });

/** What the console and API clients read about themselves. `user` is null for a token that is bound to none. */
export const Me = z
  .object({
    user: z
      .object({
        id: Id,
        username: z.string(),
        email: z.string().nullable(),
        email_confirmed: z.boolean(),
        builtin: z.boolean(),
        totp_enabled: z.boolean(),
        /** Null while there is no second factor. */
        recovery_codes_left: z.number().int().nullable(),
        passkeys: z.number().int(),
        sso_linked: z.boolean(),
        language: z.string().nullable(),
      })
      .nullable(),
    principal: z.object({ kind: z.enum(['user', 'api_token', 'oauth', 'bootstrap']), name: z.string() }),
    role: z.object({ key: RoleKey, name: z.string() }),
    permissions: z.array(PermissionKey),
    scopes: z.array(ScopeRow),
    unscoped: z.boolean(),
  })
  .meta({ id: 'Me' });
export type Me = z.infer<typeof Me>;
export const SignedIn = Me.extend({ token: z.string(), expires_at: Timestamp }).meta({ id: 'SignedIn' });
export type SignedIn = z.infer<typeof SignedIn>;
export const MeEdit = z.strictObject({ language: z.enum(['en', 'de']).nullable() });

export const Session = z
  .object({
    id: Id,
    current: z.boolean(),
    created_at: Timestamp,
    expires_at: Timestamp,
    ip: z.string().nullable(),
    user_agent: z.string().nullable(),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof Session>;
export const SessionList = z.object({ sessions: z.array(Session) });

/** GET /api/auth/state, for everyone: what the sign-in page shows. */
export const AuthState = z.object({
  needs_bootstrap: z.boolean(),
  sso: z.object({ enabled: z.boolean(), label: z.string() }),
  password_reset: z.boolean(),
  instance_name: z.string(),
});

/** A one-time ticket for /ws/console, valid 30 s, sent in Sec-WebSocket-Protocol. */
export const LiveTicket = z.object({ ticket: z.string(), expires_at: Timestamp });
