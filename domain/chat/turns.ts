import type { ChatEvent, ChatMessage } from '../../schema/chat.ts';
import { aiConnection } from '../ai-settings/read.ts';
import { type Ctx, transaction } from '../context.ts';
import { conflict } from '../problem.ts';
import { requireStill, writeAnswer } from './answer.ts';
import { type Assistant, AssistantError } from './assistant.ts';
import { failedAnswer } from './failed-answer.ts';
import { entriesOf } from './history.ts';
import { chatBusy, type Draft, type Ending, insertTurn, saveAnswer, storedMessages } from './messages.ts';
import { NOBODY, readSession, removeSession, sessionChanged } from './sessions.ts';
import { requireBudget } from './usage.ts';

/** Answers of one principal at a time, over all their chats: so many steps at most can go beyond their budget. */
const AT_ONCE = 5;
/** How often a growing answer is kept. */
const SAVED_MS = 2000;

/** Why an answer ends before it is done. */
class Stopped extends Error {
  override name = 'Stopped';
  readonly ending: Ending;

  constructor(ending: Ending) {
    super(ending.status);
    this.ending = ending;
  }
}

const interruption = {
  code: 'interrupted',
  message: 'The server stopped while it answered. Ask again.',
} as const;

/** An answer that is being written, in this process. */
interface Running {
  principal: string;
  stop: AbortController;
  /** As it was stored at its end; undefined when its chat was deleted. Never rejects. */
  ended: Promise<ChatMessage | undefined>;
}

/** By session. In memory, because there is one process (SPEC.md, Limits); what a crash leaves is found by sweepInterrupted. */
const running = new WeakMap<Assistant, Map<string, Running>>();

function runningOf({ assistant }: Pick<Ctx, 'assistant'>): Map<string, Running> {
  const known = running.get(assistant) ?? new Map<string, Running>();
  running.set(assistant, known);
  return known;
}

/**
 * Asks the AI in a chat. Question and answer are stored before it is asked; the answer is then written whether or not anybody
 * waits for it. @param tell gets the frames of the answer, `started` first
 * @returns the answer as it was stored at its end; undefined when its chat was deleted meanwhile
 * @throws 404; 409 ai_not_configured, ai_key_unreadable, chat_busy, chat_full; 429 token_budget_used
 */
export async function send(
  ctx: Ctx,
  sessionId: string,
  content: string,
  tell: (event: ChatEvent) => void = () => {},
): Promise<{ ended: Promise<ChatMessage | undefined> }> {
  await readSession(ctx, sessionId);
  const connection = await aiConnection(ctx);
  await requireBudget(ctx);
  const { stop, leave, begin } = enter(ctx, sessionId);
  try {
    const { question, answer } = await transaction(ctx, async (inside) => {
      const written = await insertTurn(inside, sessionId, content, connection.model);
      await inside.audit('chat.message.send', { id: sessionId, name: null }, { model: connection.model });
      sessionChanged(inside, sessionId);
      return written;
    });
    tell({ t: 'started', question, answer });
    const draft: Draft = {
      ...{ content: '', steps: [], entries: [], jobIds: [], operationIds: [], inputTokens: 0, outputTokens: 0 },
    };
    const write = async (said: (event: ChatEvent) => void) => {
      // The last one stored is the answer that is being written.
      const history = entriesOf((await storedMessages(ctx, sessionId)).slice(0, -1));
      await writeAnswer(ctx, { history, draft, signal: stop.signal, tell: said });
    };
    const ended = finish(ctx, { sessionId, id: answer.id, draft, stop, tell, write }).finally(leave);
    begin(ended);
    return { ended };
  } catch (error) {
    leave();
    throw error;
  }
}

/**
 * The same, and waits for the answer. @throws as `send`; 404 when the chat was deleted meanwhile; 409, 429, 502, 503 or 504 with the
 * code of a failed answer (schema/chat.ts, chatFailures), which the history shows too
 */
export async function sendAndWait(ctx: Ctx, sessionId: string, content: string): Promise<ChatMessage> {
  let last: ChatEvent | undefined;
  const { ended } = await send(ctx, sessionId, content, (event) => {
    last = event;
  });
  const answer = await ended;
  if (!answer) {
    await readSession(ctx, sessionId);
    throw new Error('an answer could not be stored'); // noted already, with its cause
  }
  if (answer.error?.code === 'token_budget_used') await requireBudget(ctx); // knows for how long
  if (last?.t === 'failed') throw failedAnswer(last.code, last.message, last.retry_after_sec);
  return answer;
}

/** Takes the place of the one answer of a chat. @throws 409 chat_busy */
function enter(ctx: Ctx, sessionId: string) {
  const answers = runningOf(ctx);
  const { kind, id, userId } = ctx.actor;
  const principal = userId ?? id ?? kind;
  if (answers.has(sessionId)) throw chatBusy();
  if ([...answers.values()].filter((one) => one.principal === principal).length >= AT_ONCE)
    throw conflict('chat_busy', `${AT_ONCE} answers are being written for you. Wait for one of them, or stop it.`);
  const { promise, resolve } = Promise.withResolvers<ChatMessage | undefined>();
  const stop = new AbortController();
  answers.set(sessionId, { principal, stop, ended: promise });
  return {
    stop,
    begin: (ended: Promise<ChatMessage | undefined>) => resolve(ended),
    leave: () => {
      answers.delete(sessionId);
      resolve(undefined); // of one that never began
    },
  };
}

interface Work {
  sessionId: string;
  id: string;
  draft: Draft;
  stop: AbortController;
  tell: (event: ChatEvent) => void;
  write: (said: (event: ChatEvent) => void) => Promise<void>;
}

/** Writes the answer, keeps it now and then and at its end, and tells how it ended. Never rejects. */
async function finish(ctx: Ctx, { sessionId, id, draft, stop, tell, write }: Work): Promise<ChatMessage | undefined> {
  const keep = keeper(ctx, sessionId, id, draft, stop);
  const ending = await write((event) => {
    tell(event);
    keep.now();
  }).then(
    (): Ending => ({ status: 'complete' }),
    (error: unknown) => endingOf(ctx, error, stop.signal),
  );
  // What was under way when it ended has no outcome any more.
  draft.steps = draft.steps.map((step) => (step.state === 'running' ? { ...step, state: 'failed' } : step));
  try {
    await keep.done();
    const answer = await saveAnswer(ctx, id, draft, ending);
    sessionChanged(ctx, sessionId);
    if (answer && ending.status === 'failed') {
      const { status, ...failure } = ending;
      tell({ t: 'failed', ...failure, answer });
    }
    if (answer && ending.status !== 'failed') tell({ t: 'done', message: answer });
    return answer;
  } catch (error) {
    // The database is away: the sweep ends the answer, with what was kept of it.
    ctx.assistant.noteFault(error);
    return undefined;
  }
}

/**
 * Keeps a growing answer every now and then, one time after the other. As often it is judged whether it may go on: nothing more is
 * told to somebody who has been signed out, or by an AI that has been switched off.
 */
function keeper(ctx: Ctx, sessionId: string, id: string, draft: Draft, stop: AbortController) {
  let saved = ctx.now().getTime();
  let saving = Promise.resolve();
  const save = async () => {
    try {
      await saveAnswer(ctx, id, draft);
      sessionChanged(ctx, sessionId);
      await requireStill(ctx);
    } catch (error) {
      if (error instanceof AssistantError) return stop.abort(new Stopped(endingOf(ctx, error, stop.signal)));
      ctx.assistant.noteFault(error); // the next time, or the end, keeps it all the same
    }
  };
  return {
    now: () => {
      const at = ctx.now().getTime();
      if (Math.abs(at - saved) < SAVED_MS) return;
      saved = at;
      saving = saving.then(save);
    },
    done: () => saving,
  };
}

function endingOf(ctx: Ctx, error: unknown, signal: AbortSignal): Ending {
  if (signal.aborted && signal.reason instanceof Stopped) return signal.reason.ending;
  if (error instanceof AssistantError) {
    const { code, message, retryAfterSec } = error;
    return { status: 'failed', code, message, ...(retryAfterSec !== undefined && { retry_after_sec: retryAfterSec }) };
  }
  ctx.assistant.noteFault(error);
  return { status: 'failed', code: 'internal_error', message: 'Something went wrong on the server. Ask again.' };
}

/** Stops the answer that is being written in a chat; what there is of it stays. @throws 404 */
export async function cancel(ctx: Ctx, sessionId: string): Promise<{ cancelled: boolean }> {
  await readSession(ctx, sessionId);
  const marked = await markedRunning(ctx, sessionId);
  const answer = runningOf(ctx).get(sessionId); // behind the query, as in sweepInterrupted
  if (!answer) {
    await endInterrupted(ctx, marked);
    return { cancelled: false };
  }
  answer.stop.abort(new Stopped({ status: 'cancelled' }));
  await ctx.audit('chat.message.cancel', { id: sessionId, name: null }, {});
  return { cancelled: (await answer.ended)?.status === 'cancelled' };
}

/** Deletes a chat; an answer that is being written in it is broken off. @throws 404 */
export async function deleteSession(ctx: Ctx, sessionId: string): Promise<void> {
  await transaction(ctx, (inside) => removeSession(inside, sessionId));
  runningOf(ctx)
    .get(sessionId)
    ?.stop.abort(new Stopped({ status: 'cancelled' }));
}

/** Breaks off every answer, because the server stops. Resolves when they are stored. */
export async function stopAnswers(ctx: Pick<Ctx, 'assistant'>): Promise<void> {
  const answers = [...runningOf(ctx).values()];
  for (const { stop } of answers) stop.abort(new Stopped({ status: 'failed', ...interruption }));
  await Promise.all(answers.map(({ ended }) => ended));
}

/** Ends what a crash broke off: answers that are marked as running while nobody writes them. @returns how many */
export async function sweepInterrupted(ctx: Ctx): Promise<number> {
  const marked = await markedRunning(ctx);
  const answers = runningOf(ctx); // looked at behind the query: what it found and is written here has its place by now
  return endInterrupted(
    ctx,
    marked.filter(({ session_id }) => !answers.has(session_id)),
  );
}

interface Marked {
  id: string;
  session_id: string;
}

/** Answers that are marked as running, in one chat or in all. */
const markedRunning = ({ sql }: Ctx, sessionId?: string): Promise<Marked[]> =>
  sql<Marked[]>`
    select id, session_id from chat_messages
    where status = 'running' ${sessionId === undefined ? sql`` : sql`and session_id = ${sessionId}`}`;

/** Those and no other: the next answer of the same chat may have begun by now. */
async function endInterrupted(ctx: Ctx, marked: Marked[]): Promise<number> {
  if (marked.length === 0) return 0;
  const { sql, now } = ctx;
  const ended = await sql<{ session_id: string; owner: string | null }[]>`
    update chat_messages m set status = 'failed', error = ${sql.json(interruption)}, finished_at = ${now()},
      steps = (select coalesce(jsonb_agg(case step ->> 'state' when 'running' then step || '{"state":"failed"}' else step end
                                         order by at), '[]')
               from jsonb_array_elements(m.steps) with ordinality as s (step, at))
    from chat_sessions c
    where m.status = 'running' and m.id = any(${marked.map(({ id }) => id)}::uuid[]) and c.id = m.session_id
    returning m.session_id, coalesce(c.user_id, c.api_token_id) as owner`;
  for (const { session_id, owner } of ended)
    ctx.emit({ type: 'changed', noun: 'chat_sessions', ids: [session_id], owner: owner ?? NOBODY });
  return ended.length;
}
