import type { AlertSuppression, AlertSuppressionCreate } from '../../../schema/alert-suppressions.ts';
import type { ScopeRow, ScopeType } from '../../../schema/users.ts';
import { changed } from '../../changed.ts';
import { type Ctx, transaction } from '../../context.ts';
import { jobActor } from '../../jobs/job-actor.ts';
import { conflict, invalid, notFound, outOfScope } from '../../problem.ts';
import { placementInScope, type Scope } from '../../scope.ts';
import { joinTarget, targetPlacement } from '../../users/scope-placement.ts';
import { read } from './list.ts';
import { judgeSpan } from './span.ts';
import { nextActive } from './windows.ts';

/** Longer than this and what is hidden is forgotten. */
const ONCE_MAX_DAYS = 366;
const RECURRING_MAX_DAYS = 3660;
/** Living windows; each is looked at with every batch of observations. */
const WINDOWS_MAX = 2000;

/**
 * Opens a window for a place or a device in the caller's scope, or for all of that scope as it is now.
 * @throws 400 for times that are past, too far ahead, or in which it would never be active; 404 for an unknown place,
 * 403 out_of_scope; 409 too_many_suppressions
 */
export const create = (ctx: Ctx, wanted: AlertSuppressionCreate): Promise<AlertSuppression> =>
  transaction(ctx, async (inside) => {
    const { sql } = inside;
    const { startsAt, endsAt, recurrence } = spanOf(wanted, inside.now());
    const { kind, scope_type = null, scope_id = null, reason } = wanted;
    const target = scope_type && scope_id ? { scope_type, scope_id } : null;
    const place = target && (await holdTarget(inside, target));
    await assertRoom(inside);
    const authorScope = target ? null : rowsOf(inside.scope);
    const [row] = await sql<{ id: string }[]>`
      insert into alert_suppressions (kind, scope_type, scope_id, author_scope, starts_at, ends_at, recurrence, reason, author,
        author_id, created_at)
      values (${kind}, ${scope_type}, ${scope_id}, ${authorScope && sql.json(authorScope)}, ${startsAt}, ${endsAt},
        ${recurrence && sql.json(recurrence)}, ${reason}, ${sql.json(await jobActor(inside))}, ${inside.actor.userId}, ${inside.now()})
      returning id`;
    const id = row?.id ?? '';
    await inside.audit(
      'alert_suppression.create',
      { id, name: reason || null },
      {
        kind,
        scope_type,
        place,
        starts_at: startsAt.toISOString(),
        ends_at: endsAt.toISOString(),
        recurring: recurrence !== null,
      },
    );
    changed(inside, 'alert_suppressions', [id]);
    return read(inside, id);
  });

function spanOf(wanted: AlertSuppressionCreate, now: Date) {
  const startsAt = wanted.starts_at ? new Date(wanted.starts_at) : now;
  const endsAt = new Date(wanted.ends_at);
  const recurrence = wanted.recurrence ? { ...wanted.recurrence, days_of_week: days(wanted.recurrence) } : null;
  const from = startsAt > now ? startsAt : now;
  if (startsAt > now) judgeSpan('starts_at', now, startsAt, RECURRING_MAX_DAYS);
  judgeSpan('ends_at', from, endsAt, recurrence ? RECURRING_MAX_DAYS : ONCE_MAX_DAYS);
  const window = { startsAt, endsAt, recurrence };
  if (!nextActive(window, now)) throw invalid('recurrence', 'The recurrence has no day between starts_at and ends_at.');
  return window;
}

const days = ({ days_of_week }: { days_of_week: number[] }) => [...new Set(days_of_week)].sort((a, b) => a - b);

const tables = { client: 'clients', site: 'sites', group: 'groups', agent: 'devices' } as const;
const words: Record<ScopeType, string> = { client: 'company', site: 'site', group: 'department', agent: 'device' };

/** Holds what the window is for against its deletion, which ends windows of it. @returns its name. @throws 404, 403 */
async function holdTarget(ctx: Ctx, { scope_type, scope_id }: ScopeRow): Promise<string> {
  const { sql } = ctx;
  await sql`select from ${sql(tables[scope_type])} where id = ${scope_id} for key share`;
  const [row] = await sql<{ name: string | null; in_scope: boolean | null }[]>`
    select coalesce(c.name, s.name, g.name, d.hostname) as name, ${placementInScope(ctx, targetPlacement)} as in_scope
    from (select ${scope_type}::text as scope_type, ${scope_id}::uuid as scope_id) x ${joinTarget(sql)}`;
  if (!row || row.name === null) throw notFound(words[scope_type]);
  if (!row.in_scope) throw outOfScope(words[scope_type]);
  return row.name;
}

async function assertRoom({ sql, now }: Ctx): Promise<void> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from alert_suppressions where ends_at > ${now()}`;
  if ((row?.count ?? 0) >= WINDOWS_MAX)
    throw conflict('too_many_suppressions', `There are ${WINDOWS_MAX} windows already: end some of them first.`);
}

function rowsOf(scope: Scope): ScopeRow[] | null {
  if (scope.unscoped) return null;
  const rows = (scope_type: ScopeType, ids: string[]) => ids.map((scope_id) => ({ scope_type, scope_id }));
  return [
    ...rows('client', scope.clients),
    ...rows('site', scope.sites),
    ...rows('group', scope.groups),
    ...rows('agent', scope.agents),
  ];
}
