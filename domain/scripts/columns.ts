import type { Ctx } from '../context.ts';
import type { Fragment } from '../sql.ts';

/** A script as schema/scripts.ts shapes it in a list, without its body. Alias: `scripts s`. */
export const summaryColumns = ({ sql }: Pick<Ctx, 'sql'>): Fragment => sql`
  s.id, s.name, s.description, s.shell, s.category, s.parameters, s.systems, s.timeout_sec,
  s.builtin_key is not null as builtin, s.version, s.risk_hints,
  rfc3339(s.created_at) as created_at, rfc3339(s.updated_at) as updated_at`;
