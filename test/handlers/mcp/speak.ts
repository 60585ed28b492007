/** Messages of the Model Context Protocol, as clients of both eras send them, and what comes back. */
import { ADMIN_TOKEN, type Answer, type TestServer } from '../../harness.ts';

export const NEW = '2026-07-28';
export const OLD = '2025-11-25';

export interface Speaking {
  token?: string | null;
  headers?: Record<string, string>;
  revision?: typeof NEW | typeof OLD;
  /** As the application calls itself. */
  client?: string;
}

let counter = 0;

/** One request. The newer revision says with each who speaks, and repeats method and name in headers (SEP-2243, SEP-2575). */
export function ask(
  server: TestServer,
  method: string,
  params: Record<string, unknown> = {},
  { token, headers, revision = NEW, client = 'test-client' }: Speaking = {},
): Promise<Answer> {
  const modern = revision === NEW;
  const named = params.name ?? params.uri;
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: client, version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return server.call('POST /mcp', {
    token,
    body: { jsonrpc: '2.0', id: ++counter, method, params: modern ? { ...params, _meta } : params },
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
      ...(modern && { 'mcp-method': method }),
      ...(modern && typeof named === 'string' && { 'mcp-name': named }),
      ...headers,
    },
  });
}

/** What a tool said: its text, parsed, and whether it is a refusal. */
export async function useTool(server: TestServer, name: string, input: unknown = {}, speaking: Speaking = {}) {
  const { status, body } = await ask(server, 'tools/call', { name, arguments: input }, speaking);
  if (!body?.result) return { status, error: body?.error, refused: true, said: undefined };
  const { content, isError, structuredContent } = body.result;
  return { status, refused: isError === true, said: JSON.parse(content[0].text), structured: structuredContent };
}

export const tokenHeader = (token = ADMIN_TOKEN) => ({ authorization: `Bearer ${token}` });
