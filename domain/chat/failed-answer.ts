import type { ChatFailure } from '../../schema/chat.ts';
import { Problem } from '../problem.ts';

/** With which status a failed answer is told to who waits for it: what is theirs to change is 409 or 429, the rest lies behind us. */
const statuses: Partial<Record<ChatFailure, number>> = {
  provider_rate_limited: 503,
  provider_overloaded: 503,
  provider_timeout: 504,
  provider_context_too_long: 409,
  token_budget_used: 429,
  too_many_steps: 409,
  answer_too_long: 409,
  ai_not_configured: 409,
  ai_key_unreadable: 409,
  access_withdrawn: 403,
  interrupted: 503,
  internal_error: 500,
};

/** The refusal for a failed answer. */
export function failedAnswer(code: ChatFailure, message: string, retryAfterSec = 30): Problem {
  const status = statuses[code] ?? 502;
  const again = status === 503 || status === 429 ? { headers: { 'Retry-After': String(retryAfterSec) } } : {};
  return new Problem(status, code, message, again);
}
