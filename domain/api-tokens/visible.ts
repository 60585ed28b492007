import type { Ctx } from '../context.ts';
import type { Fragment } from '../sql.ts';

/** SQL condition on `api_tokens t`: a scoped caller sees and revokes the tokens that are bound to itself (SPEC.md, API tokens). */
export const tokenVisible = ({ sql, actor, scope }: Ctx): Fragment =>
  scope.unscoped ? sql`true` : sql`t.user_id = ${actor.userId}`;
