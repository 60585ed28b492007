import { renameSession as rename } from '../../domain/chat/sessions.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { ChatSession, ChatSessionPatch } from '../../schema/chat.ts';
import { IdParam } from '../../schema/common.ts';

export const renameSession = endpoint(
  {
    route: 'PATCH /api/chat/sessions/:id',
    summary: 'Name one of your conversations with the AI',
    access: permission('ai_chat.use'),
    params: IdParam,
    body: ChatSessionPatch,
    output: ChatSession,
    audits: [],
  },
  (ctx, { params, body }) => rename(ctx, params.id, body),
);
