import { randomUUID } from 'node:crypto';
import type { CallToolResult } from '@modelcontextprotocol/server';

/** Known to nobody outside, since it never leaves: no data can hold it. */
const MARK = randomUUID();
const TEXT = JSON.stringify(MARK);
const STRUCTURED = JSON.stringify({ [MARK]: 0 });

/** What stands for a tool's answer while the protocol's library writes the message around it. */
export const placeholder = (): CallToolResult => ({
  content: [{ type: 'text', text: MARK }],
  structuredContent: { [MARK]: 0 },
});

/**
 * Puts the answer where it belongs. It is JSON text already (domain/json-text.ts); to parse it for the library, which writes it
 * anew and as bytes, and to read those again took a third of what all messages together allocated (bench/mcp-agents.ts).
 * @param message as the library wrote it, with the placeholder @param json an object
 */
export const withAnswer = (message: string, json: string): string =>
  message.replace(STRUCTURED, () => json).replace(TEXT, () => JSON.stringify(json));
