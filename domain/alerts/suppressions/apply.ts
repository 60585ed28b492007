import type { SuppressionKind } from '../../../schema/alert-suppressions.ts';
import type { Ctx } from '../../context.ts';
import { type CoveredDevice, type Covering, coveringWindows } from './covering.ts';

/** An alert whose suppression is worked out anew. */
export interface Suppressible {
  id: string;
  /** The silence that somebody gave it, as it shall be from now on. */
  silencedUntil: Date | null;
  /** Null when it is gone: then no window covers it. */
  device: CoveredDevice | null;
}

interface Suppression {
  until: Date;
  id: string | null;
  kind: SuppressionKind;
}

/** What suppresses an alert from now on: of its silence and the window that covers its device the one that ends later. */
export function suppressionOf(silencedUntil: Date | null, window: Covering | undefined, now: Date): Suppression | null {
  const silence = silencedUntil && silencedUntil > now ? silencedUntil : null;
  if (window && (!silence || window.until >= silence)) return window;
  return silence && { until: silence, id: null, kind: 'silence' };
}

/** Writes what suppresses these alerts from now on, in one statement. @returns the ids of those that nothing does any more */
export async function applySuppression(ctx: Ctx, alerts: Suppressible[]): Promise<Set<string>> {
  const { sql } = ctx;
  const now = ctx.now();
  if (alerts.length === 0) return new Set();
  const covering = await coveringWindows(
    ctx,
    alerts.flatMap(({ device }) => device ?? []),
  );
  const rows = alerts.map(({ id, silencedUntil, device }) => {
    const suppression = suppressionOf(silencedUntil, device ? covering.get(device.id) : undefined, now);
    return {
      id,
      until: suppression?.until.toISOString() ?? null,
      by: suppression?.id ?? null,
      kind: suppression?.kind ?? null,
      silenced: silencedUntil && silencedUntil > now ? silencedUntil.toISOString() : null,
    };
  });
  await sql`
    update alerts a set suppressed_until = n.until, suppression_id = n.by, suppression_kind = n.kind, silenced_until = n.silenced,
      updated_at = ${now}
    from jsonb_to_recordset(${sql.json(rows)}) as n (id uuid, until timestamptz, by uuid, kind text, silenced timestamptz)
    where a.id = n.id`;
  return new Set(rows.flatMap(({ id, until }) => (until === null ? [id] : [])));
}
