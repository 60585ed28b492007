import { z } from 'zod';
import type { ChatFailure, ChatMessage, ChatMessagePage, ChatStep } from '../../schema/chat.ts';
import { CHAT_MESSAGES_MAX } from '../../schema/chat.ts';
import { Id, Timestamp } from '../../schema/common.ts';
import type { Ctx } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { conflict, notFound } from '../problem.ts';
import { type Fragment, violatedConstraint } from '../sql.ts';
import type { Entry } from './assistant.ts';
import type { Stored } from './history.ts';
import { readSession } from './sessions.ts';

/** Alias: `chat_messages m`. */
const columns = ({ sql }: Ctx): Fragment => sql`
  m.id, m.role, m.content, m.steps, m.status, m.error, m.created_job_ids, m.created_operation_ids, m.model, m.input_tokens,
  m.output_tokens, rfc3339(m.created_at) as created_at, rfc3339(m.finished_at) as finished_at`;

/** The whole conversation, in the order in which it was led. @throws 404; 400 invalid_cursor */
export async function listMessages(ctx: Ctx, sessionId: string, { limit, cursor }: ChatMessagePage) {
  const { sql } = ctx;
  await readSession(ctx, sessionId);
  const [at, id] = cursor === undefined ? [] : decodeCursor(cursor, z.tuple([Timestamp, Id]));
  const after = at && id ? sql`and (m.created_at, m.id) > (${at}, ${id})` : sql``;
  const found = await sql<ChatMessage[]>`
    select ${columns(ctx)} from chat_messages m where m.session_id = ${sessionId} ${after}
    order by m.created_at, m.id limit ${limit + 1}`;
  const messages = found.slice(0, limit);
  const last = found.length > limit ? messages.at(-1) : undefined;
  return { messages, ...(last && { next_cursor: encodeCursor([last.created_at, last.id]) }) };
}

async function readMessage(ctx: Ctx, id: string): Promise<ChatMessage | undefined> {
  const [row] = await ctx.sql<ChatMessage[]>`select ${columns(ctx)} from chat_messages m where m.id = ${id}`;
  return row;
}

/** Of a conversation in characters; far more than is sent of it, because old results are left out then (history.ts, trim). */
const READ_CHARS = 4_000_000;

/**
 * What the AI is told of the conversation so far, from a question on: an old one may have answers that read gigabytes.
 * @param most characters; the message that goes beyond them is the oldest that is read
 */
export async function storedMessages({ sql }: Ctx, sessionId: string, most = READ_CHARS): Promise<Stored[]> {
  const latest = await sql<Stored[]>`
    select m.role, m.content, m.model_messages
    from (
      select id, sum(length(content) + coalesce(length(model_messages::text), 0)) over (
        order by created_at desc, id desc rows between unbounded preceding and 1 preceding) as newer
      from chat_messages where session_id = ${sessionId}
    ) r join chat_messages m on m.id = r.id
    where coalesce(r.newer, 0) < ${most} order by m.created_at, m.id`;
  return latest.slice(latest.findIndex(({ role }) => role === 'user'));
}

const TITLE_CHARS = 80;

/**
 * Writes the question and the answer that is about to be written, before anybody is asked: whatever happens then, the
 * conversation has both. The first question names a chat that has no title. @throws 404; 409 chat_busy, chat_full
 */
export async function insertTurn(ctx: Ctx, sessionId: string, content: string, model: string) {
  const { sql, now } = ctx;
  // Behind what was said before, also when the clock was set back since.
  const [before] = await sql<{ count: number; at: string }[]>`
    select count(*)::int as count, rfc3339(greatest(${now()}, max(created_at) + interval '1 millisecond')) as at
    from chat_messages where session_id = ${sessionId}`;
  if (!before) throw new Error('a count has a row');
  if (before.count + 2 > CHAT_MESSAGES_MAX)
    throw conflict('chat_full', `This chat has its ${CHAT_MESSAGES_MAX} messages. Begin another one.`);
  const title = content.split('\n', 1)[0]?.slice(0, TITLE_CHARS).trim() || content.slice(0, TITLE_CHARS);
  const { at } = before;
  const kept = await sql`
    update chat_sessions set updated_at = ${at}, title = case title when '' then ${title.toWellFormed()} else title end
    where id = ${sessionId}`;
  if (kept.count === 0) throw notFound('chat session'); // deleted since it was read, with its user perhaps
  const insert = async (row: { role: ChatMessage['role']; content: string; status: string; model: string | null }) => {
    const [made] = await sql<{ id: string }[]>`
      insert into chat_messages ${sql({ ...row, session_id: sessionId, created_at: at })} returning id`;
    return made?.id ?? '';
  };
  const asked = await insert({ role: 'user', content, status: 'complete', model: null });
  const answered = await insert({ role: 'assistant', content: '', status: 'running', model }).catch(busy);
  const [question, answer] = await Promise.all([readMessage(ctx, asked), readMessage(ctx, answered)]);
  if (!question || !answer) throw new Error('a message that was just written is not there');
  return { question, answer };
}

export const chatBusy = () =>
  conflict('chat_busy', 'An answer is being written in this chat. Wait for it, or stop it.');

function busy(error: unknown): never {
  throw violatedConstraint(error) === 'chat_messages_running_key' ? chatBusy() : error;
}

/** An answer as it grows. */
export interface Draft {
  content: string;
  steps: ChatStep[];
  /** Whole: each call with its result. */
  entries: Entry[];
  jobIds: string[];
  operationIds: string[];
  inputTokens: number;
  outputTokens: number;
}

export type Ending =
  | { status: 'complete' | 'cancelled' }
  | { status: 'failed'; code: ChatFailure; message: string; retry_after_sec?: number };

/**
 * Keeps what there is of an answer; with an ending it is the last time. What has ended meanwhile stays as it is.
 * @returns the answer as it is stored; undefined when its conversation was deleted
 */
export async function saveAnswer(ctx: Ctx, id: string, draft: Draft, ending?: Ending) {
  const { sql, now } = ctx;
  const error = ending?.status === 'failed' ? { code: ending.code, message: ending.message } : null;
  const clean = (value: unknown) => sql.json(z.json().parse(storableJson(value)));
  await sql`
    update chat_messages set content = ${storable(draft.content)}, steps = ${clean(draft.steps)},
      model_messages = ${clean(draft.entries)}, status = ${ending?.status ?? 'running'}, error = ${error && clean(error)},
      created_job_ids = ${draft.jobIds}, created_operation_ids = ${draft.operationIds},
      input_tokens = ${draft.inputTokens}, output_tokens = ${draft.outputTokens}, finished_at = ${ending ? now() : null}
    where id = ${id} and status = 'running'`;
  return readMessage(ctx, id);
}

/** Without what PostgreSQL does not keep: NUL, and halves of surrogate pairs. An AI may send either. */
export const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();

function storableJson(value: unknown): unknown {
  if (typeof value === 'string') return storable(value);
  if (Array.isArray(value)) return value.map(storableJson);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries.map(([key, one]) => [storable(key), storableJson(one)]));
}
