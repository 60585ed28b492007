/** API tokens: a role, optionally bound to a user. SPEC.md, API tokens. */
import { z } from 'zod';
import { Id, Name, Timestamp } from './common.ts';
import { RoleKey } from './users.ts';

export const ApiToken = z
  .object({
    id: Id,
    name: z.string(),
    role: RoleKey,
    user_id: Id.nullable(),
    username: z.string().nullable(),
    mcp_only: z.boolean(),
    issued_by: z.string(),
    expires_at: Timestamp.nullable(),
    last_used_at: Timestamp.nullable(),
    created_at: Timestamp,
  })
  .meta({ id: 'ApiToken' });
export type ApiToken = z.infer<typeof ApiToken>;
export const ApiTokenList = z.object({ api_tokens: z.array(ApiToken) });

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
