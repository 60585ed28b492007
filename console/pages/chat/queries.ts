import { keepPreviousData, useQuery } from '@tanstack/solid-query';
import type { Accessor } from 'solid-js';
import { api } from '../../api.ts';
import { liveState } from '../../live.ts';
import { queries } from '../../queries.ts';
import { streamed } from './answers.ts';
import { type ChatMessage, messagesKey } from './chat.ts';

/** How often an answer that is written for another tab is looked after while no hint can come. */
const UNTOLD_MS = 2000;

/** The newest conversations, whether an AI is set up, and what the caller has left of today's tokens. */
export const useSessions = (limit: Accessor<number>) =>
  useQuery(() => ({
    queryKey: ['chat_sessions', { limit: limit() }],
    queryFn: ({ signal }) => api('GET /api/chat/sessions', { query: { limit: limit() }, signal }),
    placeholderData: keepPreviousData,
  }));

/** What was read last, also when it could not be read again: a server that is away takes nothing off the screen. */
export const lastRead = <D>(query: { isPending: boolean; data: D | undefined }): D | undefined =>
  query.isPending ? undefined : query.data;

/**
 * A whole conversation. While an answer is being written, hints tell that it grew; one that streams into this tab needs no
 * reading beside it.
 */
export const useMessages = (id: Accessor<string | undefined>) =>
  useQuery(() => ({
    queryKey: messagesKey(id() ?? ''),
    queryFn: ({ signal }) => api('GET /api/chat/sessions/:id/messages', { params: { id: id() ?? '' }, signal }),
    enabled: wanted(id()),
    refetchInterval: (query) => (isRunning(query.state.data) && liveState() !== 'up' ? UNTOLD_MS : false),
  }));

const wanted = (id: string | undefined): boolean =>
  id !== undefined && (streamed(id) === undefined || queries.getQueryData(messagesKey(id)) === undefined);

const isRunning = (history: { messages: readonly ChatMessage[] } | undefined): boolean =>
  history?.messages.some(({ status }) => status === 'running') ?? false;
