import type { AuditAction } from '../schema/audit.ts';
import type { Actor } from './actor.ts';
import type { Origin } from './context.ts';
import type { Scope } from './scope.ts';

/** JSON Schema 2020-12, or any JSON object. */
export type JsonObject = { [key: string]: unknown };

/** A tool as it is described to an AI: the view of one endpoint (runtime/toolbox.ts). */
export interface ToolDescription {
  name: string;
  description: string;
  /** Of an object: path, query and body of the endpoint as one. */
  inputSchema: JsonObject;
  /** Of an object; what `value` of a successful outcome fits. */
  outputSchema: JsonObject;
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: false };
}

/** For whom a tool works: their permissions and their scope, whatever the AI was told meanwhile. */
export interface ToolCaller {
  actor: Actor;
  scope: Scope;
  /** The same as they are now, for calls that stood in line. @throws Problem 401 */
  renewed?: () => Promise<ToolCaller>;
}

/**
 * What an AI may leave in the audit trail: that it used something, and proposals. Whatever a tool's endpoint declares beside
 * them cannot be written in a call by an AI, and with it nothing of what it stands for (runtime/invoke.ts).
 */
export const toolActions: readonly AuditAction[] = [
  'ai.tool.use',
  'job.propose',
  'job.batch.propose',
  'device_operation.propose',
];

export type ToolOrigin = Origin & { via: 'mcp' | 'chat' };

/** A refusal is an outcome that the AI reads and can act on; only faults of ours are thrown. */
export type ToolOutcome =
  | {
      ok: true;
      /** The answer as JSON text, as the database wrote most of them: whoever passes it on parses nothing. */
      json: string;
      /** The same, parsed when it is first looked at. */
      readonly value: JsonObject;
    }
  | { ok: false; status: number; code: string; message: string; issues?: { path: string; message: string }[] };

/** Every endpoint that is declared a tool, and nothing else: so nothing that approves, rejects or completes. */
export interface Toolbox {
  /** Those that this caller may use, by name. */
  available: (caller: ToolCaller) => ToolDescription[];
  /**
   * Uses one, by the same path as the API: access, schema, limits, scope, transaction, audit. @param input as the AI sent it
   * @param signal who asked has gone: what has not begun does not begin
   * @returns undefined for a name that is none of this caller's tools
   */
  call: (
    caller: ToolCaller,
    origin: ToolOrigin,
    name: string,
    input: unknown,
    signal?: AbortSignal,
  ) => Promise<ToolOutcome | undefined>;
}
