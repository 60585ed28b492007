import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Ctx } from '../../domain/context.ts';

/** A tool's answer, and what stands for it while the protocol's library writes the message around it. */
export interface ToolAnswer {
  /** An object, as text. */
  json: string;
  /** Made for this answer alone and gone before anybody sees it: no data can hold it. */
  mark: string;
}

export const toolAnswer = (ctx: Ctx, json: string): ToolAnswer => ({
  json,
  mark: Buffer.from(ctx.random(16)).toString('hex'),
});

export const placeholder = ({ mark }: ToolAnswer): CallToolResult => ({
  content: [{ type: 'text', text: mark }],
  structuredContent: { [mark]: 0 },
});

/**
 * Puts the answer where it belongs. It is JSON text already (domain/json-text.ts); to parse it for the library, which writes it
 * anew and as bytes, and to read those again took a third of what all messages together allocated (bench/mcp-agents.ts).
 * @param message as the library wrote it, with the placeholder
 */
export const withAnswer = (message: string, { json, mark }: ToolAnswer): string =>
  message.replace(JSON.stringify({ [mark]: 0 }), () => json).replace(JSON.stringify(mark), () => JSON.stringify(json));
