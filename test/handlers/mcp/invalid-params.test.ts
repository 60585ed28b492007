/** Parameters that do not fit are the caller's fault, and say which (JSON-RPC 2.0, 5.1). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asInvalidParams } from '../../../handlers/mcp/invalid-params.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { ask, NEW, OLD } from './speak.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const about = { type: 'ref/prompt', name: 'investigate_device' };

test.each([
  ['initialize', {}, 'params.protocolVersion', [OLD]],
  ['completion/complete', { ref: about, argument: { name: 'device', value: 1 } }, 'params.argument.value', [OLD, NEW]],
  ['resources/read', { uri: 5 }, 'params.uri', [OLD]],
  ['prompts/get', { name: 'fleet_health', arguments: 'x' }, 'params.arguments', [OLD, NEW]],
  ['resources/list', { cursor: 1 }, 'params.cursor', [OLD, NEW]],
] as const)('%s with %j is -32602, and names %s', async (method, params, where, revisions) => {
  for (const revision of revisions) {
    const { body } = await ask(server, method, params, { revision });
    expect([body.error.code, body.error.message]).toEqual([-32602, expect.stringContaining(where)]);
    expect(body.id).toEqual(expect.any(Number));
  }
});

test('an answer that speaks of such an error is left as it is', () => {
  for (const answer of [
    { jsonrpc: '2.0', id: 1, result: { content: [], structuredContent: { code: -32603 } } },
    { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Something went wrong here.' } },
    { jsonrpc: '2.0', id: 1, error: { code: -32603, message: '[]' } },
  ])
    expect(asInvalidParams(JSON.stringify(answer))).toBe(undefined);
});
