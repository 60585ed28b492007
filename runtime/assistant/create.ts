/** Asks AI providers by the `ai` SDK: one streamed question at a time. What is asked and which tools are used is the domain's. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { jsonSchema, type LanguageModel, streamText, type ToolSet, tool } from 'ai';
import { z } from 'zod';
import type { AiConnection } from '../../domain/ai-settings/read.ts';
import {
  type Assistant,
  AssistantError,
  type Question,
  type Said,
  type ToolCall,
} from '../../domain/chat/assistant.ts';
import type { Log } from '../log.ts';
import { toAssistantError } from './errors.ts';
import { createProviderFetch } from './provider-fetch.ts';
import { toMessages } from './to-messages.ts';

/** Warnings about models that this SDK does not know yet would go to the console, past the log. */
globalThis.AI_SDK_LOG_WARNINGS = false;

export interface AssistantTimes {
  /** A model on a small machine reads a long conversation for minutes before its first word. */
  quietMs: number;
  totalMs: number;
  /** Before a question that a provider failed at is asked once more. */
  againMs: number;
}
const usual: AssistantTimes = { quietMs: 120_000, totalMs: 300_000, againMs: 500 };

const providerFetch = createProviderFetch();

/** Anthropic wants a number; without one the SDK sends 4096 for models that it does not know. */
const ANTHROPIC_OUTPUT_TOKENS = 8192;

export function createAssistant(log: Log, times: AssistantTimes = usual): Assistant {
  return {
    ask: async (question) => {
      let spoke = false;
      const onText = (delta: string) => {
        spoke = true;
        question.onText(delta);
      };
      try {
        return await askOnce({ ...question, onText }, times);
      } catch (error) {
        if (spoke || !mayPass(error)) throw error;
      }
      await pause(times.againMs, question.signal);
      return askOnce(question, times);
    },
    noteFault: (err) => log.error({ err }, 'an answer of the AI ended in a fault'),
  };
}

/** Whether the same question may have another end in a moment. */
const mayPass = (error: unknown): boolean =>
  error instanceof AssistantError && ['provider_failed', 'provider_overloaded'].includes(error.code);

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}

function modelOf({ provider, baseUrl, model, apiKey }: AiConnection): LanguageModel {
  if (provider === 'anthropic')
    // The SDK takes no empty key; local gateways look at none.
    return createAnthropic({ baseURL: baseUrl, apiKey: apiKey ?? 'none', fetch: providerFetch })(model);
  return createOpenAICompatible({
    ...{ name: 'ai', baseURL: baseUrl, includeUsage: true, fetch: providerFetch },
    ...(apiKey !== null && { apiKey }),
  })(model);
}

async function askOnce(question: Question, times: AssistantTimes): Promise<Said> {
  const { connection, instructions, entries, signal, onText, onUnseen } = question;
  signal.throwIfAborted();
  const watch = createWatch(times);
  try {
    const result = streamText({
      model: modelOf(connection),
      instructions,
      messages: toMessages(entries),
      tools: toolsOf(question),
      ...(connection.provider === 'anthropic' && { maxOutputTokens: ANTHROPIC_OUTPUT_TOKENS }),
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, watch.signal]),
      onError: () => {}, // they come as parts of the stream too; by itself the SDK would print them
    });
    const said = { text: '', calls: [] as ToolCall[] };
    const unseen = { thoughts: 0, calls: 0 };
    const think = (chars: number) => {
      unseen.thoughts += chars;
      onUnseen(chars);
    };
    for await (const part of result.fullStream) {
      watch.heard();
      if (part.type === 'error') throw part.error;
      if (part.type === 'abort') throw new Error('aborted');
      if (part.type === 'text-delta') {
        said.text += part.text;
        onText(part.text);
      }
      if (part.type === 'reasoning-delta') think(part.text.length);
      if (part.type === 'tool-input-delta') onUnseen(part.delta.length);
      if (part.type === 'tool-input-start') unseen.calls += 1;
      if (part.type === 'tool-call') said.calls.push(callOf(part));
      if (unseen.thoughts > THOUGHT_CHARS || unseen.calls > CALLS_MAX)
        throw new AssistantError('answer_too_long', 'The AI thought for too long, or asked for too many tools.');
      if (part.type === 'finish-step') judgeEnd(part.finishReason, said);
    }
    // Asked for earlier, their rejections would have nobody to handle them when the stream fails.
    const [{ inputTokens, outputTokens }, { messages }] = await Promise.all([result.usage, result.response]);
    return {
      ...said,
      message: said.calls.some(({ input }) => input === TOO_DEEP) ? undefined : messageOf(messages),
      inputTokens,
      outputTokens,
    };
  } catch (error) {
    signal.throwIfAborted();
    if (watch.signal.aborted)
      throw new AssistantError('provider_timeout', 'The AI provider took too long to answer.', error);
    throw toAssistantError(error, connection.apiKey);
  } finally {
    watch.end();
  }
}

/** @throws when it ended for no good reason */
function judgeEnd(reason: string, { text, calls }: Pick<Said, 'text' | 'calls'>): void {
  // Its last words or the input of its last tool are cut; to use or keep it as it is would pass for the whole.
  if (reason === 'length')
    throw new AssistantError('answer_too_long', 'The answer reached the length that the model may write, and was cut.');
  if (reason === 'content-filter') throw new AssistantError('provider_refused', 'The AI declined to answer this.');
  // Without a reason, e.g. because a proxy gave up.
  if (reason === 'error' || (reason === 'other' && text === '' && calls.length === 0))
    throw new Error('it ended early');
}

/** Deeper than the input of any tool; what is far deeper would end in a stack overflow wherever it is walked through. */
const DEPTH_MAX = 50;
const TOO_DEEP = '(nested too deeply)';
/** What is not shown is bounded, too: the SDK gathers it, and takes seconds on end for what never ends. */
const THOUGHT_CHARS = 600_000;
/** Of one question; far fewer are used (domain/chat/answer.ts). */
const CALLS_MAX = 200;
/** A script may have 256 KiB; what is escaped in it takes more. */
const INPUT_CHARS = 600_000;

/** @throws AssistantError answer_too_long */
function callOf({ toolCallId, toolName, input }: { toolCallId: string; toolName: string; input: unknown }): ToolCall {
  const call = { id: toolCallId, tool: toolName.slice(0, 200) };
  if (isDeep(input)) return { ...call, input: TOO_DEEP };
  const size = typeof input === 'string' ? input.length : (JSON.stringify(input)?.length ?? 0);
  if (size > INPUT_CHARS)
    throw new AssistantError('answer_too_long', 'The AI asked for a tool with too long an input.');
  return { ...call, input };
}

/** Level by level, not by recursion. */
function isDeep(input: unknown): boolean {
  let level = [input];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEPTH_MAX) return true;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return false;
}

function toolsOf({ tools }: Question): ToolSet {
  return Object.fromEntries(
    // Without `execute`: the SDK hands the calls out and uses nothing itself.
    tools.map(({ name, description, inputSchema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(inputSchema) }),
    ]),
  );
}

const Part = z.looseObject({ type: z.string(), text: z.unknown().optional() });
const Message = z.looseObject({ role: z.literal('assistant'), content: z.array(Part) });

/** What it said, in the SDK's form, to be sent back; text of nothing but white space is refused by some. */
function messageOf(messages: unknown[]): Said['message'] {
  const found = messages.map((one) => Message.safeParse(one)).find(({ success }) => success)?.data;
  const isBlank = ({ type, text }: z.infer<typeof Part>) => type === 'text' && String(text).trim() === '';
  const kept = found && { ...found, content: found.content.filter((part) => !isBlank(part)) };
  // A plain copy, as it is stored.
  return kept && JSON.parse(JSON.stringify(kept));
}

/** Ends a question that says nothing for too long, or never ends. */
function createWatch({ quietMs, totalMs }: AssistantTimes) {
  const late = new AbortController();
  const giveUp = () => late.abort(new Error('too late'));
  const total = setTimeout(giveUp, totalMs);
  let quiet = setTimeout(giveUp, quietMs);
  return {
    signal: late.signal,
    heard: () => {
      clearTimeout(quiet);
      quiet = setTimeout(giveUp, quietMs);
    },
    end: () => {
      clearTimeout(total);
      clearTimeout(quiet);
      // Whoever leaves a stream before its end has to close it: the SDK holds its connection, and the provider goes on writing.
      late.abort(new Error('over'));
    },
  };
}
