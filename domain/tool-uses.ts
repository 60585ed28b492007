import type { Ctx } from './context.ts';
import type { Toolbox, ToolOrigin, ToolOutcome } from './toolbox.ts';

/** Uses of one tool by one credential within it are one entry of the audit trail. */
const COALESCED_MS = 10 * 60_000;
/** Beyond so many notes the old ones are dropped. */
const NOTES_MAX = 10_000;

/** When a tool's use was last noted, by credential and tool. In memory: after a restart one entry more is written. */
const notes = new WeakMap<Toolbox, Map<string, number>>();

/** Through what an AI works. */
export interface ToolUser {
  via: ToolOrigin['via'];
  /** The application's name, where a request tells it. */
  client?: string;
  /** Aborted when nobody waits for the answer any more. */
  signal?: AbortSignal;
}

/**
 * Uses a tool for an AI, by the caller's permissions and scope, and notes that it was used. The endpoint around it declares
 * `ai.tool.use`; what the tool itself changes is audited by its own action beside it.
 * @param input as the AI sent it @returns undefined for a name that is none of this caller's tools
 */
export async function useTool(
  ctx: Ctx,
  user: ToolUser,
  name: string,
  input: unknown,
): Promise<ToolOutcome | undefined> {
  if (!offers(ctx, name)) return undefined;
  await noteUse(ctx, user, name);
  return ctx.toolbox.call(ctx, { ...ctx.origin, via: user.via }, name, input, user.signal);
}

/** Whether the caller may use this tool. */
export const offers = (ctx: Ctx, tool: string): boolean => ctx.toolbox.available(ctx).some(({ name }) => name === tool);

async function noteUse(ctx: Ctx, { via, client }: ToolUser, tool: string): Promise<void> {
  const { kind, id, userId } = ctx.actor;
  const key = JSON.stringify([kind, id, userId, via, tool]);
  const now = ctx.now().getTime();
  const noted = notesOf(ctx.toolbox, now);
  const since = now - (noted.get(key) ?? Number.NEGATIVE_INFINITY);
  if (since >= 0 && since < COALESCED_MS) return; // a clock that was set back hides no use
  noted.set(key, now); // before the entry is written, so that calls at the same time write one
  try {
    await ctx.audit('ai.tool.use', { id: null, name: tool }, { via, ...(client && { client: plain(client) }) });
  } catch (error) {
    noted.delete(key);
    throw error;
  }
}

/** What an application calls itself may hold anything; the database takes no NUL and no half of a character. */
const plain = (client: string): string => client.slice(0, 200).toWellFormed().replaceAll('\0', '');

function notesOf(toolbox: Toolbox, now: number): Map<string, number> {
  const known = notes.get(toolbox) ?? new Map<string, number>();
  notes.set(toolbox, known);
  if (known.size >= NOTES_MAX) for (const [key, at] of known) if (now - at >= COALESCED_MS) known.delete(key);
  return known;
}
