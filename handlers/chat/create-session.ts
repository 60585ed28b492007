import { createSession as create } from '../../domain/chat/sessions.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { ChatSession, ChatSessionCreate } from '../../schema/chat.ts';

export const createSession = endpoint(
  {
    route: 'POST /api/chat/sessions',
    summary: 'Begin a conversation with the AI, which nobody else sees',
    access: permission('ai_chat.use'),
    body: ChatSessionCreate,
    output: ChatSession,
    status: 201,
    audits: ['chat.session.create'],
  },
  (ctx, { body }) => create(ctx, body),
);
