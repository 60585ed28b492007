import { Schedule } from '../../schema/tasks.ts';
import type { Ctx } from '../context.ts';
import type { Fragment } from '../sql.ts';
import type { Timed } from './schedule.ts';

/** Columns of `tasks t` that say when it runs. */
export const scheduleColumns = ({ sql }: Pick<Ctx, 'sql'>): Fragment => sql`
  t.schedule_kind, t.interval_sec, t.run_at_minute, t.days_of_week, t.run_at_minutes, rfc3339(t.run_at) as run_at, t.timezone,
  rfc3339(t.interval_from) as interval_from`;

export interface StoredSchedule {
  schedule_kind: string;
  interval_from?: string | null;
}

/** As nextRun takes it. */
export const scheduleOf = (row: StoredSchedule): Timed => ({
  ...Schedule.parse(row),
  interval_from: row.interval_from ?? null,
});
