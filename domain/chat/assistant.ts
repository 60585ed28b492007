import type { ChatFailure } from '../../schema/chat.ts';
import type { AiConnection } from '../ai-settings/read.ts';
import type { JsonObject, ToolDescription } from '../toolbox.ts';

/** The AI asks for a tool. */
export interface ToolCall {
  /** By the AI, so that it knows the result for it. */
  id: string;
  tool: string;
  /** As it sent it; text where it was no JSON. */
  input: unknown;
}

/** What the AI is told, in the order in which it came about. */
export type Entry =
  | { kind: 'asked'; text: string }
  /** What it said itself. `message` is the runtime's own form, which is sent back to the provider as it came. */
  | { kind: 'said'; text: string; calls: ToolCall[]; message?: JsonObject }
  /** One for each of its calls, behind them. */
  | { kind: 'results'; results: { id: string; tool: string; text: string }[] };

export interface Question {
  connection: AiConnection;
  /** What it is told before the conversation. */
  instructions: string;
  entries: Entry[];
  tools: readonly ToolDescription[];
  /** Ends the question at once. */
  signal: AbortSignal;
  /** Called with each piece of text as it comes. */
  onText: (delta: string) => void;
  /** Called with the length of what it writes besides: thoughts, and inputs of tools. */
  onUnseen: (chars: number) => void;
}

export interface Said {
  text: string;
  calls: ToolCall[];
  /** Undefined where it can't be sent back as it came. */
  message: JsonObject | undefined;
  /** Undefined where the provider does not tell. */
  inputTokens: number | undefined;
  outputTokens: number | undefined;
}

/** Asks an AI provider over the network (runtime/assistant/). It knows no rule of ours: what is asked and used is decided here. */
export interface Assistant {
  /**
   * One question, to which it says something or asks for tools. @throws AssistantError; whatever the signal was aborted with
   */
  ask: (question: Question) => Promise<Said>;
  /** Logs a fault of ours that ended an answer which nobody may be waiting for any more. */
  noteFault: (error: unknown) => void;
}

/** Why a provider gave no answer, in a sentence that its user or who manages the settings can act on. */
export class AssistantError extends Error {
  override name = 'AssistantError';
  readonly code: ChatFailure;
  /** When it may be asked again, as far as it says. */
  readonly retryAfterSec: number | undefined;

  constructor(code: ChatFailure, message: string, cause?: unknown, retryAfterSec?: number) {
    super(message, { cause });
    this.code = code;
    this.retryAfterSec = retryAfterSec;
  }
}
