import type { Ctx } from '../context.ts';

const DAY_MS = 86_400_000;
/** How far one run, which is a day after the last, may go beyond it. Two days: a server that was off catches up in time. */
const STEP_MS = 2 * DAY_MS;
/** A run this long after the last one is due. */
const BETWEEN_MS = 20 * 3600_000;

export interface RetentionClock {
  /** What expiry takes for now. */
  at: Date;
  /** How far that lies behind the clocks of server and database, of which the earlier one counts. */
  behindMs: number;
}

interface Clocks {
  at: string;
  ran_at: string | null;
  now: string;
}

/**
 * Whether a run is due: none was within a day, or the last one bears a time that is still to come, because the clock was
 * wrong then or is wrong now.
 */
export async function isDue(ctx: Ctx): Promise<boolean> {
  const { ran_at, now } = await read(ctx);
  return ran_at === null || Math.abs(earlier(ctx, now) - Date.parse(ran_at)) >= BETWEEN_MS;
}

/**
 * Moves the clock of expiry on, by two days at most, and never past the earlier of the clocks of server and database: one that
 * jumps a year ahead costs two days of history and not all of it, however long it stays wrong on that day (ATTACKS.md 53).
 * A clock that went back is followed at once, which removes nothing. The newest row is no witness: a minute after a jump it
 * bears the wrong time too (docs/decisions/0029-reports-and-retention.md).
 */
export async function advance(ctx: Ctx): Promise<RetentionClock> {
  const { at, now } = await read(ctx);
  const present = earlier(ctx, now);
  const reached = Math.min(present, Date.parse(at) + STEP_MS);
  await ctx.sql`update retention_clock set at = ${new Date(reached)}, ran_at = ${new Date(present)}`;
  return { at: new Date(reached), behindMs: present - reached };
}

/** How far expiry lies behind, for the metric. */
export async function behindMs(ctx: Ctx): Promise<number> {
  const { at, now } = await read(ctx);
  return Math.max(0, earlier(ctx, now) - Date.parse(at));
}

const earlier = (ctx: Ctx, database: string): number => Math.min(ctx.now().getTime(), Date.parse(database));

async function read({ sql }: Ctx): Promise<Clocks> {
  const [row] = await sql<Clocks[]>`select at, ran_at, now() as now from retention_clock`;
  if (!row) throw new Error('the clock of retention is missing: insert into retention_clock (at) values (now())');
  return row;
}
