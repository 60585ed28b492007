import type { ChatStep } from '../../schema/chat.ts';
import { resolveApiTokenById } from '../api-tokens/resolve.ts';
import { actingAs, type Ctx } from '../context.ts';
import { resolveSessionById } from '../sessions/resolve.ts';
import { useTool } from '../tool-uses.ts';
import type { JsonObject, ToolOutcome } from '../toolbox.ts';
import { AssistantError, type ToolCall } from './assistant.ts';
import { storable } from './messages.ts';
import { type Created, createdBy } from './proposals.ts';

/** Of one result, in characters; the AI can ask for less by filters and pages. */
const RESULT_CHARS = 20_000;
/** What a person is shown of a step. */
const SHOWN_CHARS = 4000;

/**
 * The caller as they are now: an answer takes minutes, and what they may do can be taken away meanwhile (SPEC.md, Access:
 * effective permissions at each request). @throws AssistantError access_withdrawn
 */
export async function asOfNow(ctx: Ctx): Promise<Ctx> {
  const { actor, sql, now } = ctx;
  if (actor.kind === 'bootstrap') return ctx;
  const resolved = actor.sessionId
    ? await resolveSessionById(sql, actor.sessionId, now())
    : await resolveApiTokenById(sql, actor.id ?? '', now());
  if (!resolved?.actor.permissions.has('ai_chat.use') || resolved.actor.mcpOnly)
    throw new AssistantError('access_withdrawn', 'You have been signed out, or may not use the chat any more.');
  return actingAs(ctx, resolved.actor, resolved.scope);
}

/**
 * A step before its outcome is known. @param index of the step in its answer: some providers give the same id to several calls
 * @param at how much of the answer stands before it
 */
export const stepOf = (call: ToolCall, index: number, at: number): ChatStep => ({
  id: `step-${index + 1}`,
  tool: storable(call.tool).slice(0, 100),
  at,
  state: 'running',
  arguments: cut(textOf(call.input), SHOWN_CHARS),
  outcome: '',
  count: null,
  proposals: [],
});

export interface Used extends Created {
  step: ChatStep;
  /** As the AI is told it. */
  result: string;
}

/**
 * Uses one tool as the caller, whatever the AI was made to believe: it has their permissions and their scope as of now, and
 * there is no tool that approves. What is refused is a result like any other.
 */
export async function useOne(ctx: Ctx, call: ToolCall, step: ChatStep, signal: AbortSignal): Promise<Used> {
  const now = await asOfNow(ctx);
  const outcome = await useTool(now, { via: 'chat', signal }, call.tool, call.input);
  if (!outcome) return refused(call, step, { message: 'There is no such tool.', code: 'unknown_tool' });
  if (!outcome.ok) return refused(call, step, outcome);
  const created = await createdBy(now, call.tool, outcome.value);
  const text = textOf(outcome.value);
  const done: ChatStep = {
    ...{ ...step, state: 'done', outcome: cut(text, SHOWN_CHARS) },
    ...{ count: countOf(outcome.value), proposals: created.proposals },
  };
  return { ...created, step: done, result: asData(call, { content: content(outcome.value, text) }) };
}

/** One that is not used at all. */
export const unused = (call: ToolCall, step: ChatStep, message: string): Used =>
  refused(call, step, { message, code: 'not_used' });

type Refusal = Pick<Extract<ToolOutcome, { ok: false }>, 'code' | 'message' | 'issues'>;

function refused(call: ToolCall, step: ChatStep, { code, message, issues }: Refusal): Used {
  const details = issues?.map(({ path, message: why }) => (path ? `${path}: ${why}` : why)).join('; ');
  const isSaid = !details || (issues ?? []).every((issue) => message.includes(issue.message));
  const outcome = cut(isSaid ? message : `${message} ${details}`, SHOWN_CHARS);
  const result = asData(call, { refused: { code, message: outcome } });
  return { step: { ...step, state: 'failed', outcome }, result, proposals: [], jobIds: [], operationIds: [] };
}

/** Marked as data, so that a host name or an output that reads like an order is known for what it is. */
const asData = ({ tool }: ToolCall, answer: object): string =>
  JSON.stringify({ data_from: `tool ${tool.slice(0, 100)}`, untrusted: true, ...answer });

function content(value: JsonObject, text: string): JsonObject | string {
  if (text.length <= RESULT_CHARS) return value;
  const note = `(cut: ${text.length - RESULT_CHARS} of ${text.length} characters are left out; ask for less, by filters or limit)`;
  return `${cut(text, RESULT_CHARS)} ${note}`;
}

/** Of an answer that is a list: how many it holds, or how many there are. */
function countOf(value: JsonObject): number | null {
  if (typeof value.total === 'number' && Number.isInteger(value.total)) return value.total;
  const lists = Object.values(value).filter((one) => Array.isArray(one));
  return lists.length === 1 ? (lists[0]?.length ?? null) : null;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? {}));
/** Never within a character. */
const cut = (text: string, max: number): string =>
  storable(text.length <= max ? text : `${text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')}…`);
