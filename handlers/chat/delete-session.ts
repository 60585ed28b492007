import { deleteSession as remove } from '../../domain/chat/turns.ts';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { IdParam } from '../../schema/common.ts';

export const deleteSession = endpoint(
  {
    route: 'DELETE /api/chat/sessions/:id',
    summary: 'Delete one of your conversations with the AI; what was proposed in it stays',
    access: permission('ai_chat.use'),
    params: IdParam,
    audits: ['chat.session.delete'],
    transaction: 'own',
  },
  (ctx, { params }) => remove(ctx, params.id),
);
