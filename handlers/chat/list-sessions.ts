import { listSessions as list } from '../../domain/chat/sessions.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { ChatSessionList } from '../../schema/chat.ts';
import { Page } from '../../schema/common.ts';

export const listSessions = endpoint(
  {
    route: 'GET /api/chat/sessions',
    summary: 'List your conversations with the AI, the latest in use first, and what is left of your tokens for today',
    access: permission('ai_chat.use'),
    query: Page,
    output: ChatSessionList,
  },
  (ctx, { query }) => list(ctx, query),
);
