import { changed } from '../../changed.ts';
import { type Ctx, transaction } from '../../context.ts';
import { notFound, outOfScope } from '../../problem.ts';
import { windowManageable } from './visible.ts';

/** Ends a window early, or takes back a coming one. @throws 404, 403 out_of_scope */
export const remove = (ctx: Ctx, id: string): Promise<void> =>
  transaction(ctx, async (inside) => {
    const { sql } = inside;
    const [window] = await sql<{ kind: string; reason: string; manageable: boolean }[]>`
      select w.kind, w.reason, ${windowManageable(inside)} as manageable
      from alert_suppressions w where w.id = ${id} for update`;
    if (!window) throw notFound('alert suppression');
    if (!window.manageable) throw outOfScope('alert suppression');
    await sql`delete from alert_suppressions where id = ${id}`;
    await endFor(inside, [id]);
    await inside.audit('alert_suppression.delete', { id, name: window.reason || null }, { kind: window.kind });
    changed(inside, 'alert_suppressions', [id]);
  });

/**
 * Alerts that these windows suppressed are due now, but for a silence of their own; the sweep does the rest, and looks for
 * other windows that cover them (sweep.ts).
 */
export async function endFor(ctx: Ctx, windowIds: string[]): Promise<void> {
  const { sql } = ctx;
  const alerts = await sql<{ id: string }[]>`
    update alerts a set suppressed_until = greatest(${ctx.now()}, a.silenced_until), suppression_id = null,
      suppression_kind = case when a.silenced_until > ${ctx.now()} then 'silence' else a.suppression_kind end
    where a.suppression_id = any(${windowIds}::uuid[]) and a.suppressed_until > ${ctx.now()} returning a.id`;
  changed(
    ctx,
    'alerts',
    alerts.map(({ id }) => id),
  );
}
