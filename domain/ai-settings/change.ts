import type { AiSettingsChange } from '../../schema/ai-settings.ts';
import type { Ctx } from '../context.ts';
import { invalid } from '../problem.ts';
import { type AiRow, baseUrlOf, findAiRow, keyPlace } from './read.ts';

/**
 * Sets which AI answers in the chat; what is not named stays, and the result is judged as a whole. The key goes where it was
 * entered for and nowhere else: with another provider or address it has to be sent again, and without a provider it is
 * forgotten. @throws 400 invalid_input, secret_required
 */
export async function changeAiSettings(ctx: Ctx, change: AiSettingsChange): Promise<void> {
  const { sql, now } = ctx;
  const before = await findAiRow(sql, true);
  const { api_key: given, ...named } = change;
  const wanted = { ...before, ...named };
  if (wanted.provider !== null && wanted.model === '') throw invalid('ai.model', 'Name the model that answers.');
  if (wanted.provider === null && given)
    throw invalid('ai.api_key', 'Name the provider that the key is for: without one no key is kept.');
  const row: AiRow = { ...wanted, api_key: keyOf(ctx, before, wanted, given) };
  if (same(before, row)) return;
  await sql`update ai_settings set ${sql({ ...row, updated_at: now() })}`;
  const { provider, model, tokens_per_user_day } = row;
  const host = provider ? new URL(baseUrlOf(provider, row.base_url)).host : '';
  const details = { provider, host, model, tokens_per_user_day, key_changed: row.api_key !== before.api_key };
  await ctx.audit('config.ai.update', { id: null, name: 'ai' }, details);
  ctx.emit({ type: 'changed', noun: 'config' });
}

/** The sealed key that is stored next. @throws 400 secret_required */
function keyOf({ secrets }: Ctx, before: AiRow, wanted: AiRow, given: string | null | undefined): string | null {
  if (given) return secrets.seal(keyPlace, given);
  if (given === null || wanted.provider === null || before.api_key === null) return null;
  const address = ({ provider, base_url }: AiRow) => provider && `${provider} ${baseUrlOf(provider, base_url)}`;
  if (address(before) === address(wanted)) return before.api_key;
  throw invalid('ai.api_key', 'Send the key again with another provider or address.', 'secret_required');
}

const keys = ['provider', 'base_url', 'model', 'api_key', 'tokens_per_user_day'] as const;
const same = (before: AiRow, after: AiRow): boolean => keys.every((key) => before[key] === after[key]);

/** Seals the stored key with the first key of RMM_SECRET_KEY. @returns how many rows changed */
export async function resealAiKey({ sql, secrets }: Ctx): Promise<number> {
  const { api_key } = await findAiRow(sql);
  if (api_key === null || !secrets.isStale(api_key)) return 0;
  const anew = secrets.seal(keyPlace, secrets.open(keyPlace, api_key));
  return (await sql`update ai_settings set api_key = ${anew} where api_key = ${api_key}`).count;
}
