import { z } from 'zod';
import type { ChatSession, ChatSessionCreate, ChatSessionPatch } from '../../schema/chat.ts';
import type { Page } from '../../schema/common.ts';
import { Id, Timestamp } from '../../schema/common.ts';
import { aiLimits } from '../ai-settings/read.ts';
import type { Ctx } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { conflict, notFound } from '../problem.ts';
import type { Fragment } from '../sql.ts';
import { readBudget } from './usage.ts';

/** Of one user or token: whoever has so many deletes some. */
const SESSIONS_MAX = 1000;

const columns = ({ sql }: Ctx): Fragment => sql`
  s.id, s.title, s.created_by, rfc3339(s.created_at) as created_at, rfc3339(s.updated_at) as updated_at,
  exists (select from chat_messages m where m.session_id = s.id and m.status = 'running') as running`;

/**
 * Conversations are private to whoever made them: a user with the tokens that they issued to themselves, any other token, the
 * bootstrap token. For everybody else, whatever they hold, there is none: whoever may bind a token to an account does not read
 * what its owner asked. Alias: `chat_sessions s`.
 */
export function own(ctx: Ctx): Fragment {
  const { sql, actor } = ctx;
  if (actor.kind === 'api_token' && actor.userId !== null)
    return sql`((s.user_id = ${actor.userId} and ${isOwnToken(ctx)}) or s.api_token_id = ${actor.id})`;
  if (actor.userId !== null) return sql`s.user_id = ${actor.userId}`;
  if (actor.kind === 'api_token') return sql`s.api_token_id = ${actor.id} and s.user_id is null`;
  return sql`s.user_id is null and s.api_token_id is null`;
}

/** Whether the caller's token was issued by the user whom it is bound to. */
const isOwnToken = ({ sql, actor }: Ctx): Fragment =>
  sql`exists (select from api_tokens t where t.id = ${actor.id} and t.issued_by_id = t.user_id)`;

/** Whose a conversation is that the caller begins. */
async function ownerOf(ctx: Ctx): Promise<{ user_id: string | null; api_token_id: string | null }> {
  const { sql, actor } = ctx;
  if (actor.kind !== 'api_token') return { user_id: actor.userId, api_token_id: null };
  const [token] = await sql<{ own: boolean }[]>`select ${isOwnToken(ctx)} as own`;
  return token?.own ? { user_id: actor.userId, api_token_id: null } : { user_id: null, api_token_id: actor.id };
}

/** Tells the owner's consoles, and nobody else's: that there is a conversation is private, too. */
export const sessionChanged = (ctx: Ctx, id: string): void =>
  ctx.emit({ type: 'changed', noun: 'chat_sessions', ids: [id], owner: ctx.actor.userId ?? ctx.actor.id ?? NOBODY });

/** No console has the bootstrap token. */
export const NOBODY = 'nobody';

/** The caller's own, the latest in use first. @throws 400 invalid_cursor */
export async function listSessions(ctx: Ctx, { limit, cursor }: Page) {
  const { sql } = ctx;
  const [at, id] = cursor === undefined ? [] : decodeCursor(cursor, z.tuple([Timestamp, Id]));
  const before = at && id ? sql`and (s.updated_at, s.id) < (${at}, ${id})` : sql``;
  const found = await sql<ChatSession[]>`
    select ${columns(ctx)} from chat_sessions s where ${own(ctx)} ${before}
    order by s.updated_at desc, s.id desc limit ${limit + 1}`;
  const sessions = found.slice(0, limit);
  const last = found.length > limit ? sessions.at(-1) : undefined;
  const next_cursor = last && encodeCursor([last.updated_at, last.id]);
  const { available } = await aiLimits(ctx);
  return { sessions, ...(next_cursor && { next_cursor }), configured: available, budget: await readBudget(ctx) };
}

/** @throws 404, for those of others too */
export async function readSession(ctx: Ctx, id: string): Promise<ChatSession> {
  const [row] = await ctx.sql<ChatSession[]>`
    select ${columns(ctx)} from chat_sessions s where s.id = ${id} and ${own(ctx)}`;
  if (!row) throw notFound('chat session');
  return row;
}

/** @throws 409 too_many_chats */
export async function createSession(ctx: Ctx, { title }: ChatSessionCreate): Promise<ChatSession> {
  const { sql, actor, now } = ctx;
  const [count] = await sql<{ count: number }[]>`select count(*)::int as count from chat_sessions s where ${own(ctx)}`;
  if ((count?.count ?? 0) >= SESSIONS_MAX)
    throw conflict('too_many_chats', `You have ${SESSIONS_MAX} chats. Delete some that you need no more.`);
  const { user_id, api_token_id } = await ownerOf(ctx);
  const [row] = await sql<{ id: string }[]>`
    insert into chat_sessions (user_id, api_token_id, created_by, title, created_at, updated_at)
    values (${user_id}, ${api_token_id}, ${actor.name}, ${title}, ${now()}, ${now()}) returning id`;
  const id = row?.id ?? '';
  await ctx.audit('chat.session.create', { id, name: null }, {});
  sessionChanged(ctx, id);
  return readSession(ctx, id);
}

/** @throws 404 */
export async function renameSession(ctx: Ctx, id: string, { title }: ChatSessionPatch): Promise<ChatSession> {
  const { sql } = ctx;
  const { count } = await sql`update chat_sessions s set title = ${title} where s.id = ${id} and ${own(ctx)}`;
  if (count === 0) throw notFound('chat session');
  sessionChanged(ctx, id);
  return readSession(ctx, id);
}

/** With all its messages; what was proposed in it stays. @throws 404 */
export async function removeSession(ctx: Ctx, id: string): Promise<void> {
  const { sql } = ctx;
  const [row] = await sql<{ messages: number }[]>`
    select (select count(*)::int from chat_messages m where m.session_id = s.id) as messages
    from chat_sessions s where s.id = ${id} and ${own(ctx)} for update of s`;
  if (!row) throw notFound('chat session');
  await sql`delete from chat_sessions where id = ${id}`;
  await ctx.audit('chat.session.delete', { id, name: null }, { messages: row.messages });
  sessionChanged(ctx, id);
}
