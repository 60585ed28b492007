/** Accounts and their access scope. SPEC.md, Authentication and users; CONTRACT.md, Records that clients read. */
import { z } from 'zod';
import { Id, Page, Timestamp, text } from './common.ts';

export const ScopeType = z.enum(['client', 'site', 'group', 'agent']);
export type ScopeType = z.infer<typeof ScopeType>;
export const ScopeRow = z.strictObject({ scope_type: ScopeType, scope_id: Id });
export type ScopeRow = z.infer<typeof ScopeRow>;
/** No rows: unrestricted. */
export const ScopeRows = z.array(ScopeRow).max(1000);

/**
 * Letters, digits and `.-_@+`: what fits in a sign-in field and an audit line. Compared without case. Kept in one form
 * (NFKC), and without letters that are not to be seen, so that nobody is called like somebody else to the eye.
 */
export const Username = text(100, 1)
  .trim()
  .normalize('NFKC')
  .regex(
    /^(?!.*\p{Default_Ignorable_Code_Point})[\p{L}\p{N}][\p{L}\p{N}._@+-]*$/u,
    'may hold letters, digits and . _ - @ +, and begins with a letter or digit',
  );
/** Length only: the policy itself is domain/passwords.ts, which names what is missing. */
export const Password = text(1000, 1);
export const Email = z.email().max(320).toLowerCase();
export const RoleKey = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,49}$/, 'is 1 to 50 lower-case letters, digits, - or _')
  .meta({ id: 'RoleKey' });

export const User = z
  .object({
    id: Id,
    username: z.string(),
    email: z.string().nullable(),
    email_confirmed: z.boolean(),
    role: RoleKey,
    scopes: z.array(ScopeRow),
    disabled_at: Timestamp.nullable(),
    /** The last target of its scope was deleted: it can't be enabled before its scope is set anew. */
    scope_lost: z.boolean(),
    builtin: z.boolean(),
    totp_enabled: z.boolean(),
    sso_linked: z.boolean(),
    last_login_at: Timestamp.nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;
export const UserList = z.object({ users: z.array(User), next_cursor: z.string().optional() });
/** `q` looks in the name and the address. */
export const UserQuery = Page.extend({
  q: text(200).optional(),
  role: RoleKey.optional(),
  state: z.enum(['enabled', 'disabled']).optional(),
  totp_enabled: z.enum(['true', 'false']).optional(),
});
export type UserQuery = z.infer<typeof UserQuery>;

/** What a scope row names, and where that lies: the node itself and those above it. All null when it is gone. */
export const ScopeTarget = ScopeRow.extend({
  name: z.string().nullable(),
  client_id: Id.nullable(),
  site_id: Id.nullable(),
  group_id: Id.nullable(),
});
export type ScopeTarget = z.infer<typeof ScopeTarget>;
/** One account; its scope with names, in the order of `scopes`. */
export const UserDetail = User.extend({ scope_targets: z.array(ScopeTarget) }).meta({ id: 'UserDetail' });
export type UserDetail = z.infer<typeof UserDetail>;

export const UserCreate = z.strictObject({
  username: Username,
  password: Password,
  role: RoleKey,
  scopes: ScopeRows.default([]),
  email: Email.or(z.literal('')).optional(),
});
export type UserCreate = z.output<typeof UserCreate>;
export const UserEdit = z.strictObject({ role: RoleKey });
export const UserPassword = z.strictObject({ password: Password });
export const UserScopes = z.strictObject({ scopes: ScopeRows });
export const UserScopesRead = z.object({ scopes: z.array(ScopeRow) });
