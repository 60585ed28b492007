import { z } from 'zod';
import { permission } from '../../runtime/access.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { guard, mayRead } from './guard.ts';
import { refusal } from './refusals.ts';
import { serve } from './serve.ts';

/** A program that went astray is slowed; 50 calls a second are more than any model makes. */
const CALLS_PER_MIN = 3000;

export const callMcp = endpoint(
  {
    route: 'POST /mcp',
    summary: 'Model Context Protocol, Streamable HTTP transport: one JSON-RPC message',
    access: permission('mcp.use'),
    door: 'mcp',
    bearer: 'mcp',
    guard,
    cors: mayRead,
    reads: ['accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name'],
    body: z.unknown().meta({ description: 'A JSON-RPC 2.0 request or notification' }),
    output: z.looseObject({ jsonrpc: z.literal('2.0') }),
    audits: ['ai.tool.use'],
    transaction: 'own',
    limits: [
      {
        ...{ name: 'mcp', points: CALLS_PER_MIN, windowSec: 60, counts: 'calls' },
        key: ({ actor: { kind, id, userId } }) => JSON.stringify([kind, id, userId]),
      },
    ],
    refuses: refusal,
  },
  (ctx, { body, headers, signal }) => serve(ctx, { body, headers, signal }),
);
