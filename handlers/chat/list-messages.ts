import { listMessages as list } from '../../domain/chat/messages.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { ChatMessageList, ChatMessagePage } from '../../schema/chat.ts';
import { IdParam } from '../../schema/common.ts';

export const listMessages = endpoint(
  {
    route: 'GET /api/chat/sessions/:id/messages',
    summary: 'Read one of your conversations with the AI, whole unless a limit is given',
    access: permission('ai_chat.use'),
    params: IdParam,
    query: ChatMessagePage,
    output: ChatMessageList,
  },
  (ctx, { params, query }) => list(ctx, params.id, query),
);
