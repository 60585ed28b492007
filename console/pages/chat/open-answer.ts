import { ChatEvent } from '../../../schema/chat.ts';
import type { ApiSource } from '../../api-client.ts';
import { ApiError, errorOf, networkError } from '../../api-error.ts';
import { readEvents } from './sse.ts';

/**
 * Asks and reads the frames of the answer. Resolves when the stream has ended, for whatever reason: without `done` or `failed`
 * before, the answer goes on without us and the history has it. @throws ApiError when nothing was stored
 */
export async function openAnswer(
  source: ApiSource,
  sessionId: string,
  content: string,
  onEvent: (event: ChatEvent) => void,
): Promise<void> {
  const bearer = source.token();
  let stored = false;
  try {
    const answer = await source.fetch(`/api/chat/sessions/${encodeURIComponent(sessionId)}/messages`, {
      method: 'POST',
      headers: {
        accept: 'text/event-stream',
        'content-type': 'application/json',
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      },
      body: JSON.stringify({ content }),
      credentials: 'omit',
      cache: 'no-store',
    });
    if (!answer.ok) throw await refusalOf(source, answer, bearer);
    if (!answer.body) throw badAnswer(answer);
    await readEvents(answer.body, (data) => {
      const event = eventOf(data);
      if (!event) return;
      stored ||= event.t === 'started';
      if (stored) onEvent(event);
    });
    if (!stored) throw badAnswer(answer);
  } catch (error) {
    if (!stored) throw error instanceof ApiError ? error : networkError(error);
  }
}

/** The frame in an event; undefined for what a newer server might say and this page does not know. */
export function eventOf(data: string): ChatEvent | undefined {
  try {
    const { success, data: event } = ChatEvent.safeParse(JSON.parse(data));
    return success ? event : undefined;
  } catch {
    // Not JSON: no frame of ours.
    return undefined;
  }
}

async function refusalOf(source: ApiSource, answer: Response, bearer: string | undefined): Promise<ApiError> {
  const error = await errorOf(answer);
  if (error.status === 401 && bearer !== undefined && bearer === source.token()) source.onSessionEnded(bearer);
  return error;
}

function badAnswer(answer: Response): ApiError {
  const requestId = answer.headers.get('x-request-id') ?? undefined;
  return new ApiError({ status: answer.status, code: 'bad_response', message: '', requestId, body: {} });
}
