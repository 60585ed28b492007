import { type AiProvider, type AiSettings, defaultBaseUrl } from '../../schema/ai-settings.ts';
import type { Ctx } from '../context.ts';
import { conflict, Problem } from '../problem.ts';
import type { Sql } from '../sql.ts';

/** Where the provider's key is sealed for. There is one provider. */
export const keyPlace = 'ai_settings:api_key:1';

export interface AiRow {
  provider: AiProvider | null;
  /** Empty: the provider's own. */
  base_url: string;
  model: string;
  /** Sealed. */
  api_key: string | null;
  tokens_per_user_day: number;
}

/** Which AI is asked, and how; the key is open here. */
export interface AiConnection {
  provider: AiProvider;
  /** Without a slash at its end. */
  baseUrl: string;
  model: string;
  apiKey: string | null;
}

/** @param lock when the row is about to be changed */
export async function findAiRow(sql: Sql, lock = false): Promise<AiRow> {
  const [row] = await sql<AiRow[]>`
    select provider, base_url, model, api_key, tokens_per_user_day from ai_settings ${lock ? sql`for update` : sql``}`;
  if (!row) throw new Error('ai_settings has no row');
  return row;
}

/** Where this provider is asked. */
export const baseUrlOf = (provider: AiProvider, baseUrl: string): string => baseUrl || defaultBaseUrl[provider];

const isAvailable = ({ provider, model }: AiRow): boolean => provider !== null && model !== '';

/** Without the key; the address only for who may change it. */
export async function readAiSettings({ sql, actor, scope }: Ctx): Promise<AiSettings> {
  const row = await findAiRow(sql);
  const mayChange = actor.permissions.has('settings.manage') && scope.unscoped;
  const { provider, model, tokens_per_user_day } = row;
  const base_url = provider && mayChange ? baseUrlOf(provider, row.base_url) : null;
  const set = { available: isAvailable(row), api_key_set: row.api_key !== null };
  return { ...set, provider, base_url, model, tokens_per_user_day };
}

/** Whether there is an AI to ask, and how many tokens a user has within a day. */
export async function aiLimits({ sql }: Pick<Ctx, 'sql'>): Promise<{ available: boolean; tokensPerUserDay: number }> {
  const row = await findAiRow(sql);
  return { available: isAvailable(row), tokensPerUserDay: row.tokens_per_user_day };
}

/** What to ask with. @throws 409 ai_not_configured; 409 ai_key_unreadable when its key cannot be opened */
export async function aiConnection({ sql, secrets }: Pick<Ctx, 'sql' | 'secrets'>): Promise<AiConnection> {
  const row = await findAiRow(sql);
  if (row.provider === null || row.model === '')
    throw conflict('ai_not_configured', 'No AI is set up. Somebody who manages the settings can choose one.');
  const { provider, base_url, model, api_key } = row;
  return { provider, baseUrl: baseUrlOf(provider, base_url), model, apiKey: open(secrets, api_key) };
}

function open(secrets: Ctx['secrets'], sealed: string | null): string | null {
  try {
    return sealed === null ? null : secrets.open(keyPlace, sealed);
  } catch (cause) {
    // RMM_SECRET_KEY was replaced: nobody can mend that but by entering the key again.
    const message = 'The key of the AI cannot be opened: enter it again in the settings.';
    throw new Problem(409, 'ai_key_unreadable', message, { cause });
  }
}
