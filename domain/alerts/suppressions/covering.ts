import type { Recurrence, SuppressionKind } from '../../../schema/alert-suppressions.ts';
import type { ScopeRow, ScopeType } from '../../../schema/users.ts';
import type { Ctx } from '../../context.ts';
import { createMemo } from './memo.ts';

/** A window that is active now and covers a device. */
export interface Covering {
  id: string;
  /** Maintenance, if that is what any of the windows is that cover it: somebody works there, so nothing is remedied by itself. */
  kind: SuppressionKind;
  /** When this activity of it ends. */
  until: Date;
}

/** A device and where it is. */
export interface CoveredDevice {
  id: string;
  client_id: string | null;
  site_id: string | null;
  group_id: string | null;
}

interface WindowRow {
  id: string;
  kind: SuppressionKind;
  scope_type: ScopeType | null;
  scope_id: string | null;
  author_scope: ScopeRow[] | null;
  starts_at: string;
  ends_at: string;
  recurrence: Recurrence | null;
}

const remembered = createMemo();

/**
 * Of each device the active window that covers it for longest; devices under none are not in it. One query and one look at
 * each window, however many devices there are.
 */
export async function coveringWindows(ctx: Ctx, devices: CoveredDevice[]): Promise<Map<string, Covering>> {
  const found = new Map<string, Covering>();
  if (devices.length === 0) return found;
  const active = await activeByTarget(ctx);
  if (active.size === 0) return found;
  for (const { id, client_id, site_id, group_id } of devices) {
    const targets = ['all', `client:${client_id}`, `site:${site_id}`, `group:${group_id}`, `agent:${id}`];
    const longest = targets.reduce<Covering | undefined>((best, target) => longer(best, active.get(target)), undefined);
    if (longest) found.set(id, longest);
  }
  return found;
}

/** What is covered now, `<type>:<id>` or `all`, each with the window that lasts longest. */
async function activeByTarget(ctx: Ctx): Promise<Map<string, Covering>> {
  const now = ctx.now();
  const windows = await ctx.sql<WindowRow[]>`
    select id, kind, scope_type, scope_id, author_scope, starts_at, ends_at, recurrence
    from alert_suppressions where ends_at > ${now} and starts_at <= ${now}`;
  const active = new Map<string, Covering>();
  for (const row of windows) {
    const window = { startsAt: new Date(row.starts_at), endsAt: new Date(row.ends_at), recurrence: row.recurrence };
    const interval = remembered(row.id, window, now);
    if (!interval || interval.from > now) continue;
    const covering = { id: row.id, kind: row.kind, until: interval.until };
    for (const target of targetsOf(row)) active.set(target, longer(active.get(target), covering) ?? covering);
  }
  return active;
}

function targetsOf({ scope_type, scope_id, author_scope }: WindowRow): string[] {
  if (scope_type !== null) return [`${scope_type}:${scope_id}`];
  return author_scope?.map((row) => `${row.scope_type}:${row.scope_id}`) ?? ['all'];
}

/** The one that ends later, as maintenance if either is. */
function longer(one: Covering | undefined, other: Covering | undefined): Covering | undefined {
  if (!one || !other) return one ?? other;
  const kind = one.kind === 'maintenance' ? one.kind : other.kind;
  return { ...(one.until >= other.until ? one : other), kind };
}
