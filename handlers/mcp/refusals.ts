import { INVALID_REQUEST, PARSE_ERROR } from '@modelcontextprotocol/server';
import type { Problem } from '../../domain/problem.ts';
import type { Written } from '../../domain/reply.ts';

/** What is wrong with a message before anybody read it; clients of the protocol look for its code (JSON-RPC 2.0, 5.1). */
const codes: Readonly<Record<string, number>> = {
  invalid_json: PARSE_ERROR,
  incomplete_body: PARSE_ERROR,
  invalid_input: INVALID_REQUEST,
  unsupported_media_type: INVALID_REQUEST,
  body_too_large: INVALID_REQUEST,
};

/** Refusals of what was sent are written as JSON-RPC errors; those of who sent it are like everywhere else. */
export function refusal({ status, code, message }: Problem): Written | undefined {
  const rpc = codes[code];
  return rpc === undefined ? undefined : rpcError(status, rpc, message);
}

/** A message about no request in particular. */
export const rpcError = (
  status: number,
  code: number,
  message: string,
  id: string | number | null = null,
): Written => ({
  written: true,
  status,
  headers: { 'Content-Type': 'application/json; charset=utf-8' },
  body: JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }),
});
