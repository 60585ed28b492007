import type { Ctx } from '../../context.ts';
import { clientVisible, deviceInScope, groupVisible, placementInScope, siteVisible } from '../../scope.ts';
import type { Fragment } from '../../sql.ts';
import { joinTarget, targetPlacement } from '../../users/scope-placement.ts';

/** What the window `w` covers, as scope rows `x`: the place that it names, or its author's scope. */
const covered = ({ sql }: Ctx): Fragment => sql`(
  select w.scope_type, w.scope_id where w.scope_type is not null
  union all
  select a.scope_type, a.scope_id from jsonb_to_recordset(w.author_scope) as a (scope_type text, scope_id uuid)
  where w.scope_type is null) x`;

/** SQL condition on `alert_suppressions w`: it covers every device. */
export const coversEverything = ({ sql }: Ctx): Fragment => sql`(w.scope_type is null and w.author_scope is null)`;

/** SQL condition on `alert_suppressions w`: it may cover a device that the caller sees, so they may know of it. */
export function windowVisible(ctx: Ctx): Fragment {
  const { sql, scope } = ctx;
  if (scope.unscoped) return sql`true`;
  return sql`(${coversEverything(ctx)} or exists (
    select from ${covered(ctx)} ${joinTarget(sql)}
    where case x.scope_type when 'client' then ${clientVisible(ctx)} when 'site' then ${siteVisible(ctx)}
      when 'group' then ${groupVisible(ctx)} else ${deviceInScope(ctx)} end))`;
}

/** SQL condition on `alert_suppressions w`: all that it covers is in the caller's scope, so they may end it. */
export function windowManageable(ctx: Ctx): Fragment {
  const { sql, scope } = ctx;
  if (scope.unscoped) return sql`true`;
  return sql`(not ${coversEverything(ctx)} and not exists (
    select from ${covered(ctx)} ${joinTarget(sql)}
    where not coalesce(${placementInScope(ctx, targetPlacement)}, false)))`;
}
