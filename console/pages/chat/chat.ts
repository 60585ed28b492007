import type { Output } from '../../api.ts';
import { t } from '../../i18n/index.ts';
import { shownText } from '../../ui/code/visible.ts';

export type ChatSession = Output<'GET /api/chat/sessions'>['sessions'][number];
export type ChatMessage = Output<'GET /api/chat/sessions/:id/messages'>['messages'][number];
export type ChatStep = ChatMessage['steps'][number];
export type ChatProposal = ChatStep['proposals'][number];
export type ChatBudget = Output<'GET /api/chat/sessions'>['budget'];

/** Second is the id: hints name conversations. */
export const messagesKey = (id: string) => ['chat_sessions', id, 'messages'];

/** The first question names a conversation, so that anything may stand in it. */
export const sessionTitle = (session: { title: string } | undefined): string =>
  shownText(session?.title ?? '').trim() || t('chat.untitled');
