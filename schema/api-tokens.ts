/** API tokens: a role, optionally bound to a user. SPEC.md, API tokens. */
import { z } from 'zod';
import { Id, Name, Page, Timestamp, text } from './common.ts';
import { RoleKey } from './users.ts';

export const ApiToken = z
  .object({
    id: Id,
    name: z.string(),
    role: RoleKey,
    user_id: Id.nullable(),
    username: z.string().nullable(),
    /** Role of that account: the token may do what both roles hold. */
    user_role: RoleKey.nullable(),
    /** The account it is bound to is disabled: it is refused until that is enabled. */
    user_disabled: z.boolean(),
    mcp_only: z.boolean(),
    issued_by: z.string(),
    expires_at: Timestamp.nullable(),
    last_used_at: Timestamp.nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'ApiToken' });
export type ApiToken = z.infer<typeof ApiToken>;
export const ApiTokenList = z.object({ api_tokens: z.array(ApiToken), next_cursor: z.string().optional() });
/** `q` looks in the name of the token and of the account it is bound to. */
export const ApiTokenQuery = Page.extend({
  q: text(200).optional(),
  role: RoleKey.optional(),
  user_id: Id.optional(),
});
export type ApiTokenQuery = z.infer<typeof ApiTokenQuery>;

/** expires_in_days 0 or omitted: never expires. */
export const ApiTokenCreate = z.strictObject({
  name: Name,
  role: RoleKey,
  user_id: Id.optional(),
  expires_in_days: z.number().int().min(0).max(3650).default(0),
  mcp_only: z.boolean().default(false),
});
export type ApiTokenCreate = z.output<typeof ApiTokenCreate>;
/** The only answer that ever holds the token's value. */
export const ApiTokenCreated = ApiToken.extend({ token: z.string() }).meta({ id: 'ApiTokenCreated' });
