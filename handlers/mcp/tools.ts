import {
  type CallToolRequest,
  type CallToolResult,
  INVALID_PARAMS,
  type ListToolsResult,
  ProtocolError,
} from '@modelcontextprotocol/server';
import { type ToolUser, useTool } from '../../domain/tool-uses.ts';
import type { ToolDescription, ToolOutcome } from '../../domain/toolbox.ts';
import type { Session } from './session.ts';
import { placeholder, toolAnswer } from './tool-answer.ts';

/** All in one page: there are two dozen. Described once per kind of caller, in the order of their names (runtime/toolbox.ts). */
export function listTools({ ctx }: Session): ListToolsResult {
  return { tools: ctx.toolbox.available(ctx).map(described) };
}

const known = new WeakMap<ToolDescription, ListToolsResult['tools'][number]>();

function described(tool: ToolDescription): ListToolsResult['tools'][number] {
  const made = known.get(tool) ?? {
    ...tool,
    title: titleOf(tool.name),
    inputSchema: { ...tool.inputSchema, type: 'object' as const },
    outputSchema: { ...tool.outputSchema, type: 'object' as const },
  };
  known.set(tool, made);
  return made;
}

/** `list_devices` → List devices. */
const titleOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

/** @throws ProtocolError for a name that is none of the caller's tools, whether it exists or not */
export async function callTool(
  { ctx, exchange }: Session,
  { params: { name, arguments: input } }: CallToolRequest,
  user: ToolUser,
): Promise<CallToolResult> {
  const outcome = await useTool(ctx, user, name, input);
  if (!outcome) throw new ProtocolError(INVALID_PARAMS, `There is no tool ${name.slice(0, 100)} for you.`);
  if (!outcome.ok) return { isError: true, content: [{ type: 'text', text: refusalText(outcome) }] };
  exchange.answer = toolAnswer(ctx, outcome.json);
  return placeholder(exchange.answer);
}

/** For the model, which can mend its call by it. */
const refusalText = ({ status, code, message, issues }: Extract<ToolOutcome, { ok: false }>): string =>
  JSON.stringify({ error: message, code, status, ...(issues && { issues }) });
