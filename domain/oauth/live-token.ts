import type { Ctx } from '../context.ts';
import type { Fragment } from '../sql.ts';

/** SQL condition on `oauth_tokens t`: a pair of which one token at least still works; a spent one has its access token left. */
export const liveToken = ({ sql, now }: Pick<Ctx, 'sql' | 'now'>): Fragment =>
  sql`(t.expires_at > ${now()} or (t.spent_at is null and t.refresh_expires_at > ${now()}))`;
