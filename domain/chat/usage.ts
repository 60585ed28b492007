import type { ChatBudget } from '../../schema/chat.ts';
import { aiLimits } from '../ai-settings/read.ts';
import type { Ctx } from '../context.ts';
import { Problem } from '../problem.ts';

const DAY_MS = 24 * 3600 * 1000;
const KEPT_DAYS = 366;
/** The bootstrap token has no id. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Whose tokens are counted together: a user's over all their sessions and tokens, else a token's. */
const principalOf = ({ actor }: Ctx): string => actor.userId ?? actor.id ?? NOBODY;

/** The UTC day, and when the next one begins. */
function dayOf(now: Date): { day: string; ends: Date } {
  const ends = new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS);
  return { day: now.toISOString().slice(0, 10), ends };
}

/** What the caller has used of today's tokens. */
export async function readBudget(ctx: Ctx): Promise<ChatBudget> {
  const { day, ends } = dayOf(ctx.now());
  const [row] = await ctx.sql<{ used: number }[]>`
    select input_tokens + output_tokens as used from chat_usage where principal_id = ${principalOf(ctx)} and day = ${day}`;
  const { tokensPerUserDay } = await aiLimits(ctx);
  return { used: row?.used ?? 0, limit: tokensPerUserDay, resets_at: ends.toISOString() };
}

/** @throws 429 token_budget_used with Retry-After until the next UTC day */
export async function requireBudget(ctx: Ctx): Promise<void> {
  const { used, limit, resets_at } = await readBudget(ctx);
  if (used < limit) return;
  const seconds = Math.max(1, Math.ceil((Date.parse(resets_at) - ctx.now().getTime()) / 1000));
  const message = `You have used up your ${limit} tokens for today. There are new ones at midnight UTC.`;
  throw new Problem(429, 'token_budget_used', message, { headers: { 'Retry-After': String(seconds) } });
}

/** Counts what one step cost, as soon as it is known: answers at the same time see it before their next step. */
export async function spendTokens(ctx: Ctx, input: number, output: number): Promise<void> {
  const { day } = dayOf(ctx.now());
  await ctx.sql`
    insert into chat_usage as u (principal_id, day, input_tokens, output_tokens)
    values (${principalOf(ctx)}, ${day}, ${input}, ${output})
    on conflict (principal_id, day) do update
    set input_tokens = u.input_tokens + excluded.input_tokens, output_tokens = u.output_tokens + excluded.output_tokens`;
}

/** Forgets what was used more than a year ago. @returns how many rows */
export async function sweepUsage({ sql, now }: Ctx): Promise<number> {
  const { day } = dayOf(new Date(now().getTime() - KEPT_DAYS * DAY_MS));
  return (await sql`delete from chat_usage where day < ${day}`).count;
}
