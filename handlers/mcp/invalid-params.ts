import { INTERNAL_ERROR, INVALID_PARAMS } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** As zod writes what is wrong, which the protocol's library passes on as it is. */
const Issues = z.array(z.looseObject({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })).min(1);
const Refusal = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]),
  error: z.object({ code: z.literal(INTERNAL_ERROR), message: z.string() }),
});
/** A refusal is short, also with all that is wrong; results are not looked at. */
const REFUSAL_MAX = 100_000;

/**
 * The library calls parameters that do not fit a fault of the server, for every method but tools/call. They are the caller's
 * (JSON-RPC 2.0, 5.1), who is told which. @param text of an answer @returns the answer to give instead, if it is one of these
 */
export function asInvalidParams(text: string): string | undefined {
  if (text.length > REFUSAL_MAX || !text.includes(String(INTERNAL_ERROR))) return undefined;
  const refusal = Refusal.safeParse(parsed(text)).data;
  const issues = refusal && Issues.safeParse(parsed(refusal.error.message)).data;
  if (!issues) return undefined;
  const wrong = issues.map(({ path, message }) => `${path.join('.')}: ${message}`).slice(0, 5);
  const error = { code: INVALID_PARAMS, message: `The parameters do not fit. ${wrong.join('; ')}`.slice(0, 1000) };
  return JSON.stringify({ ...refusal, error });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
