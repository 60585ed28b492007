/** What a message may hold before the protocol's library looks at it (ATTACKS.md 45, 46). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isExcessive } from '../../../handlers/mcp/extent.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { OLD, useTool } from './speak.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1]));
const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

const post = (params: unknown, more: object = {}) =>
  server.call('POST /mcp', {
    body: { jsonrpc: '2.0', id: 7, method: 'tools/list', params, ...more },
    headers: { 'mcp-protocol-version': OLD },
  });

test.each([
  ['fields beside its own', [{}, fields(2000)]],
  ['fields in its parameters', [fields(2000)]],
  ['fields in its metadata', [{ _meta: fields(2000) }]],
  ['fields in many objects', [{ cursor: Array.from({ length: 500 }, () => fields(3)) }]],
  ['values', [{ _meta: { x: Array.from({ length: 20_000 }, () => 1) } }]],
  ['levels', [{ _meta: { x: nested(100) } }]],
])('400 for a message of too many %s', async (_, [params, more]) => {
  const { status, body } = await post(params, more as object);
  expect([status, body.error.code, body.error.message]).toEqual([400, -32600, 'This message holds too many values.']);
});

test('a proposal for as many devices as there may be is judged by its tool', async () => {
  const ids = Array.from({ length: 5000 }, () => '019f0000-0000-7000-8000-000000000000');
  const input = { agent_ids: ids, shell: 'bash', script: 'true', description: 'All of them' };
  const { said } = await useTool(server, 'propose_bulk_job', input);
  expect(said.code).toBe('no_targets');
});

test('more levels than a stack has are too many', () => {
  expect(isExcessive(nested(200_000))).toBe(true);
});

test('what holds nothing else is not excessive', () => {
  for (const value of [undefined, null, 1, 'x', [], {}, [[]], { a: null }]) expect(isExcessive(value)).toBe(false);
});
