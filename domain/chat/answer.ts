import { CHAT_STEPS_MAX, type ChatEvent, type ChatFailure } from '../../schema/chat.ts';
import { type AiConnection, aiConnection } from '../ai-settings/read.ts';
import type { Ctx } from '../context.ts';
import { Problem } from '../problem.ts';
import { AssistantError, type Entry, type Question, type Said, type ToolCall } from './assistant.ts';
import { sizeOf, trim } from './history.ts';
import { instructionsFor } from './instructions.ts';
import type { Draft } from './messages.ts';
import { requireBudget, spendTokens } from './usage.ts';
import { asOfNow, stepOf, unused, useOne } from './use-tools.ts';

/** Of the text of one answer. */
const ANSWER_CHARS = 100_000;
/** Uses of tools that an AI asks for at once; what is beyond is not used. */
const CALLS_MAX = 20;
/** No step begins later than this after the question. */
const ANSWER_MS = 10 * 60_000;
/** What the AI writes in one answer altogether: text, thoughts, and inputs of tools, of which one may be a whole script. */
const WRITTEN_CHARS = 1_200_000;
/** Where a provider does not tell what it read and wrote. */
const CHARS_PER_TOKEN = 4;
/** More than any model reads or writes at once. */
const TOKENS_MAX = 10_000_000;

export interface Turn {
  /** The conversation up to the question. */
  history: Entry[];
  /** Grows while it is written. */
  draft: Draft;
  signal: AbortSignal;
  /** What changed in the draft. */
  tell: (event: ChatEvent) => void;
}

/**
 * Writes an answer: the AI says something or asks for tools, is told what came of them, and so on, until it asks for none.
 * Budget, access and which AI is set are judged before each step anew. @throws AssistantError; what the signal was aborted with
 */
export async function writeAnswer(ctx: Ctx, turn: Turn): Promise<void> {
  const until = ctx.now().getTime() + ANSWER_MS;
  for (let step = 0; step < CHAT_STEPS_MAX; step++) {
    if (ctx.now().getTime() > until) throw new AssistantError('too_many_steps', 'The answer took too long.');
    const { now, connection } = await requireStill(ctx);
    await asFailure(['token_budget_used'], requireBudget(now));
    const said = await ask(now, connection, turn);
    requireRoom(turn.draft, said);
    if (said.calls.length === 0) return conclude(turn.draft, said);
    await useTools(ctx, turn, said);
    turn.signal.throwIfAborted();
  }
  throw new AssistantError(
    'too_many_steps',
    `The answer needed more than ${CHAT_STEPS_MAX} steps. Ask for less at once.`,
  );
}

/** @throws AssistantError for an answer of nothing at all */
function conclude({ content, entries }: Draft, said: Said): void {
  if (content.trim() === '')
    throw new AssistantError('provider_failed', 'The AI answered nothing. Ask again, or in other words.');
  if (said.text.trim() !== '') entries.push({ kind: 'said', ...said }); // providers refuse a message of nothing
}

/** It is all kept, and sent again with each step. @throws AssistantError */
function requireRoom({ entries }: Draft, said: Said): void {
  const written = [...entries.filter(({ kind }) => kind === 'said'), { kind: 'said' as const, ...said }];
  if (written.reduce((sum, entry) => sum + sizeOf(entry), 0) > WRITTEN_CHARS)
    throw new AssistantError('answer_too_long', 'The answer grew too long and was broken off.');
}

/**
 * Who asked, as they are now, and the AI that is set now: whoever switches it off or points it elsewhere means what is said from
 * then on. @throws AssistantError access_withdrawn, ai_not_configured, ai_key_unreadable
 */
export async function requireStill(ctx: Ctx): Promise<{ now: Ctx; connection: AiConnection }> {
  const now = await asOfNow(ctx);
  return { now, connection: await asFailure(['ai_not_configured', 'ai_key_unreadable'], aiConnection(now)) };
}

/** A refusal ends an answer with its code. @throws AssistantError */
async function asFailure<T>(codes: readonly ChatFailure[], work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const code = error instanceof Problem ? codes.find((one) => one === error.code) : undefined;
    if (error instanceof Problem && code) throw new AssistantError(code, error.message, error);
    throw error;
  }
}

/** One question to the provider. Its tokens are counted whatever comes of it, as far as they are known. */
async function ask(ctx: Ctx, connection: AiConnection, turn: Turn): Promise<Said> {
  const { draft, signal, tell } = turn;
  const instructions = instructionsFor(ctx);
  const entries = trim([...turn.history, ...draft.entries]);
  const tools = ctx.toolbox.available(ctx);
  const before = draft.content.length;
  const onText = (delta: string) => {
    const gap = before > 0 && draft.content.length === before ? '\n\n' : '';
    draft.content += gap + delta;
    tell({ t: 'text', delta: gap + delta });
    if (draft.content.length > ANSWER_CHARS)
      throw new AssistantError('answer_too_long', 'The answer grew too long and was broken off.');
  };
  let unseen = 0;
  const onUnseen = (chars: number) => {
    unseen += chars;
  };
  let said: Said | undefined;
  let read = true;
  try {
    said = await ctx.assistant.ask({ ...{ connection, instructions, entries, tools, signal }, onText, onUnseen });
    return said;
  } catch (error) {
    // It was sent all the same when it is stopped or takes too long; what a provider refuses costs nothing.
    read = signal.aborted || (error instanceof AssistantError && error.code === 'provider_timeout');
    throw error;
  } finally {
    const wrote = draft.content.length - before + unseen;
    if (read || wrote > 0) await spend(ctx, draft, said, { instructions, entries, tools }, wrote);
  }
}

type Sent = Pick<Question, 'instructions' | 'entries' | 'tools'>;

/** Of what is sent, the output schemas of tools are not. @returns characters */
function sizeOfSent({ instructions, entries, tools }: Sent): number {
  const described = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  return entries.reduce((sum, entry) => sum + sizeOf(entry), instructions.length + JSON.stringify(described).length);
}

async function spend(ctx: Ctx, draft: Draft, said: Said | undefined, sent: Sent, wrote: number): Promise<void> {
  const input = plausible(said?.inputTokens, 1) ?? Math.ceil(sizeOfSent(sent) / CHARS_PER_TOKEN);
  const output = plausible(said?.outputTokens, 0) ?? Math.ceil(wrote / CHARS_PER_TOKEN);
  draft.inputTokens += input;
  draft.outputTokens += output;
  await spendTokens(ctx, input, output);
}

/**
 * What a provider tells, unless it can't be: less than nothing would be given back to the budget, some tell 0 for whatever they
 * read, and what no column holds would keep the answer from being stored.
 */
function plausible(tokens: number | undefined, least: number): number | undefined {
  if (tokens === undefined || !Number.isInteger(tokens)) return undefined;
  return tokens >= least && tokens <= TOKENS_MAX ? tokens : undefined;
}

/** Uses what the AI asks for, one after the other: every call gets a result, or no provider would take the conversation any more. */
async function useTools(ctx: Ctx, { draft, signal, tell }: Turn, said: Said): Promise<void> {
  const results: Extract<Entry, { kind: 'results' }>['results'] = [];
  const entries: Entry[] = [
    { kind: 'said', ...said },
    { kind: 'results', results },
  ];
  for (const [index, call] of said.calls.entries()) {
    const used = await useIn(ctx, call, index, draft, signal, tell);
    results.push({ id: call.id, tool: call.tool, text: used.result });
    draft.jobIds.push(...used.jobIds);
    // The same proposal made again is answered with the one that waits.
    draft.operationIds.push(...used.operationIds.filter((one) => !draft.operationIds.includes(one)));
  }
  draft.entries.push(...entries);
}

async function useIn(ctx: Ctx, call: ToolCall, index: number, draft: Draft, signal: AbortSignal, tell: Turn['tell']) {
  const begun = stepOf(call, draft.steps.length, draft.content.length);
  const at = draft.steps.push(begun) - 1;
  tell({ t: 'step', step: begun });
  const reason = signal.aborted
    ? 'The answer was stopped.'
    : index >= CALLS_MAX
      ? 'Too many tools at once.'
      : undefined;
  const used = reason ? unused(call, begun, reason) : await useOne(ctx, call, begun, signal);
  draft.steps[at] = used.step;
  tell({ t: 'step', step: used.step });
  return used;
}
