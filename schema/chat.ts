/**
 * Conversations with the AI (SPEC.md, Chat). The frames of a streamed answer are `ChatEvent`: one JSON object in the `data:`
 * of each server-sent event; comments (`: keep-alive`) may stand between. A stream that ends without `done` or `failed` was
 * broken off: the page reads the history again, in which the answer goes on or has ended.
 */
import { z } from 'zod';
import { Cursor, Id, Timestamp, text } from './common.ts';

export const CHAT_CONTENT_MAX = 20_000;
export const CHAT_TITLE_MAX = 200;
/** Questions and answers together. */
export const CHAT_MESSAGES_MAX = 500;
/** What one answer may come to. */
export const CHAT_STEPS_MAX = 12;

export const ChatSession = z
  .object({
    id: Id,
    /** Empty until the first question names it. */
    title: z.string(),
    /** Whose it is: nobody else sees it. */
    created_by: z.string(),
    created_at: Timestamp,
    updated_at: Timestamp,
    /** An answer is being written. */
    running: z.boolean(),
  })
  .meta({ id: 'ChatSession' });
export type ChatSession = z.infer<typeof ChatSession>;

/** What the AI proposed and a person decides: a job, the jobs of one company in a bulk proposal, a move or deletion. */
export const ChatProposal = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('job'), id: Id }),
  z.object({ kind: z.literal('batch'), id: Id, count: z.number().int() }),
  z.object({ kind: z.literal('device_operation'), id: Id }),
]);
export type ChatProposal = z.infer<typeof ChatProposal>;

export const chatStepStates = ['running', 'done', 'failed'] as const;
/** One use of a tool within an answer. */
export const ChatStep = z
  .object({
    /** Of the call, unique within the answer. */
    id: z.string(),
    tool: z.string(),
    /** How much of `content` stands before it, in UTF-16 units: text and steps are shown in the order they came. */
    at: z.number().int().min(0),
    state: z.enum(chatStepStates),
    /** As JSON, cut where it is very long. What the AI wrote: shown as text. */
    arguments: z.string(),
    /** What came of it, as JSON or a sentence, cut where it is very long; empty while it runs. Data of devices and people. */
    outcome: z.string(),
    /** How many things the outcome lists, where it is a list. */
    count: z.number().int().nullable(),
    proposals: z.array(ChatProposal),
  })
  .meta({ id: 'ChatStep' });
export type ChatStep = z.infer<typeof ChatStep>;

/** Why an answer failed. */
export const chatFailures = [
  'provider_key_refused',
  'provider_model_unknown',
  'provider_rate_limited',
  'provider_overloaded',
  'provider_unreachable',
  'provider_timeout',
  'provider_context_too_long',
  'provider_refused',
  'provider_failed',
  'token_budget_used',
  'too_many_steps',
  'answer_too_long',
  /** Somebody switched the AI off meanwhile, or its key can no longer be read. */
  'ai_not_configured',
  'ai_key_unreadable',
  /** Who asked was signed out, disabled, or may not use the chat any more. */
  'access_withdrawn',
  /** The server stopped meanwhile. */
  'interrupted',
  'internal_error',
] as const;
export type ChatFailure = (typeof chatFailures)[number];

export const chatMessageStatuses = ['running', 'complete', 'cancelled', 'failed'] as const;
export const ChatMessage = z
  .object({
    id: Id,
    role: z.enum(['user', 'assistant']),
    content: z.string(),
    steps: z.array(ChatStep),
    status: z.enum(chatMessageStatuses),
    /** Of a failed answer: one of `chatFailures`, and a sentence. */
    error: z.object({ code: z.enum(chatFailures), message: z.string() }).nullable(),
    created_job_ids: z.array(Id),
    created_operation_ids: z.array(Id),
    model: z.string().nullable(),
    input_tokens: z.number().int(),
    output_tokens: z.number().int(),
    created_at: Timestamp,
    finished_at: Timestamp.nullable(),
  })
  .meta({ id: 'ChatMessage' });
export type ChatMessage = z.infer<typeof ChatMessage>;

/** Tokens of the caller within this UTC day; `limit` is tokens_per_user_day. */
export const ChatBudget = z.object({ used: z.number().int(), limit: z.number().int(), resets_at: Timestamp });
export type ChatBudget = z.infer<typeof ChatBudget>;

export const ChatSessionList = z.object({
  sessions: z.array(ChatSession),
  next_cursor: z.string().optional(),
  /** An AI provider is set. */
  configured: z.boolean(),
  budget: ChatBudget,
});

export const ChatMessageList = z.object({ messages: z.array(ChatMessage), next_cursor: z.string().optional() });
/** A conversation holds at most CHAT_MESSAGES_MAX messages: without a limit it comes whole. */
export const ChatMessagePage = z.strictObject({
  limit: z.coerce.number<number | string>().int().min(1).max(1000).default(1000),
  cursor: Cursor.optional(),
});
export type ChatMessagePage = z.output<typeof ChatMessagePage>;
export const ChatCancelled = z.object({
  /** False: nothing was being written. */
  cancelled: z.boolean(),
});

export const ChatSessionCreate = z.strictObject({ title: text(CHAT_TITLE_MAX).trim().default('') });
export type ChatSessionCreate = z.output<typeof ChatSessionCreate>;
export const ChatSessionPatch = z.strictObject({ title: text(CHAT_TITLE_MAX, 1).trim().min(1) });
export type ChatSessionPatch = z.output<typeof ChatSessionPatch>;
export const ChatMessageCreate = z.strictObject({ content: text(CHAT_CONTENT_MAX).trim().min(1) });

/** Frames of POST /api/chat/sessions/{id}/messages with `Accept: text/event-stream`. */
export const ChatEvent = z.discriminatedUnion('t', [
  /** Both are stored from here on: the question, and the answer that is being written. Always the first frame. */
  z.object({ t: z.literal('started'), question: ChatMessage, answer: ChatMessage }),
  z.object({ t: z.literal('text'), delta: z.string() }),
  /** A step began or changed; the same `id` replaces it. Its proposals come with its outcome. */
  z.object({ t: z.literal('step'), step: ChatStep }),
  /** The answer as it was stored: complete or cancelled. Always the last frame, or `failed`. */
  z.object({ t: z.literal('done'), message: ChatMessage }),
  /**
   * Always the last frame. Codes are those of `chatFailures`. Refusals before anything is stored are ordinary problem answers:
   * 409 ai_not_configured, ai_key_unreadable, chat_busy (an answer is being written), chat_full; 429 token_budget_used,
   * too_many_requests.
   */
  z.object({
    t: z.literal('failed'),
    code: z.enum(chatFailures),
    message: z.string(),
    answer: ChatMessage,
    /** When to ask again, as far as the provider says. */
    retry_after_sec: z.number().int().optional(),
  }),
]);
export type ChatEvent = z.infer<typeof ChatEvent>;
