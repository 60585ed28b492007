import { cancel as stop } from '../../domain/chat/turns.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { ChatCancelled } from '../../schema/chat.ts';
import { IdParam } from '../../schema/common.ts';

export const cancelAnswer = endpoint(
  {
    route: 'POST /api/chat/sessions/:id/cancel',
    summary: 'Stop the answer that the AI is writing in one of your conversations; what there is of it stays',
    access: permission('ai_chat.use'),
    params: IdParam,
    output: ChatCancelled,
    audits: ['chat.message.cancel'],
    transaction: 'own',
  },
  (ctx, { params }) => stop(ctx, params.id),
);
