import type { AiTested } from '../../schema/ai-settings.ts';
import { AssistantError } from '../chat/assistant.ts';
import { failedAnswer } from '../chat/failed-answer.ts';
import type { Ctx } from '../context.ts';
import { aiConnection } from './read.ts';

/** So small that nobody's budget is asked. */
const QUESTION = 'Answer with the word OK and nothing else.';

/**
 * Asks the AI that is set something small, the way the chat does. @throws 409 ai_not_configured, ai_key_unreadable; 502, 503, 504
 * with a code provider_*
 */
export async function tryAi(ctx: Ctx, signal?: AbortSignal): Promise<AiTested> {
  const connection = await aiConnection(ctx);
  const began = performance.now();
  try {
    await ctx.assistant.ask({
      ...{
        connection,
        instructions: 'This is a test of the connection.',
        tools: [],
        onText: () => {},
        onUnseen: () => {},
      },
      entries: [{ kind: 'asked', text: QUESTION }],
      signal: signal ?? new AbortController().signal,
    });
  } catch (error) {
    if (error instanceof AssistantError) throw failedAnswer(error.code, error.message, error.retryAfterSec);
    throw error;
  }
  return { ok: true, model: connection.model, latency_ms: Math.round(performance.now() - began) };
}
