import { sendAndWait, send as start } from '../../domain/chat/turns.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { ChatMessage, ChatMessageCreate } from '../../schema/chat.ts';
import { IdParam } from '../../schema/common.ts';
import { questions } from './answer-limits.ts';
import { openEventStream } from './event-stream.ts';

/** An answer may begin its last step after ten minutes, which may take five; domain/chat/answer.ts, runtime/assistant/create.ts. */
const DEADLINE_SEC = 16 * 60;

/**
 * `Accept: text/event-stream` gets the frames of ChatEvent, everybody else the whole answer. Either way the answer is written to
 * its end, and read in the history, when the client goes away.
 */
export const sendMessage = endpoint(
  {
    route: 'POST /api/chat/sessions/:id/messages',
    summary: 'Ask the AI, and get its answer; with Accept: text/event-stream while it is written',
    access: permission('ai_chat.use'),
    params: IdParam,
    body: ChatMessageCreate,
    output: ChatMessage,
    audits: ['chat.message.send', 'ai.tool.use'],
    transaction: 'own',
    limits: [questions],
    reads: ['accept'],
    responds: 'application/json, text/event-stream',
    deadlineSec: DEADLINE_SEC,
  },
  async (ctx, { params, body, headers }) => {
    if (!headers.accept?.includes('text/event-stream')) return sendAndWait(ctx, params.id, body.content);
    const stream = openEventStream();
    try {
      const { ended } = await start(ctx, params.id, body.content, stream.send);
      void ended.finally(stream.end); // it never rejects
      return stream.answer;
    } catch (error) {
      stream.end();
      throw error;
    }
  },
);
