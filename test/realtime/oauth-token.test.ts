/** An OAuth access token opens no socket, wherever it is put (ATTACKS.md 16). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { AGENT_SUBPROTOCOL } from '../../schema/agent.ts';
import { CONSOLE_SUBPROTOCOL } from '../../schema/live.ts';
import { createOauthToken, createPerson } from '../factories.ts';
import { type OauthServer, startOauthServer } from '../oauth.ts';

let server: OauthServer;
let token: string;
beforeAll(async () => {
  server = await startOauthServer();
  const { id } = await createPerson(server.db);
  ({ token } = await createOauthToken(server.db, { userId: id, mcpUrl: server.url }));
});
afterAll(() => server.stop());

/** Status of the refusal, or 101 when it was let in. */
function upgrade(path: string, subprotocols: string[], authorization?: string): Promise<number> {
  const socket = new WebSocket(server.url.replace('http', 'ws') + path, subprotocols, {
    origin: 'http://console.test',
    headers: authorization === undefined ? {} : { authorization },
  });
  return new Promise((resolve, reject) => {
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.once('open', () => {
      socket.terminate();
      resolve(101);
    });
    socket.once('error', reject);
  });
}

test('none of a console, neither as bearer nor as ticket', async () => {
  expect(await upgrade('/ws/console', [CONSOLE_SUBPROTOCOL, token])).toBe(401);
  expect(await upgrade('/ws/console', [CONSOLE_SUBPROTOCOL, token], `Bearer ${token}`)).toBe(401);
});

test('none of an agent, whatever the scheme', async () => {
  for (const scheme of ['Bearer', 'Device', 'Enroll'])
    expect([401, 403]).toContain(await upgrade('/ws/agent', [AGENT_SUBPROTOCOL], `${scheme} ${token}`));
});

test('none of a remote session', async () => {
  for (const role of ['viewer', 'agent']) {
    const path = `/ws/remote?session=00000000-0000-7000-8000-000000000000&role=${role}`;
    expect([401, 403, 404]).toContain(await upgrade(path, ['rmm.remote.v1', token], `Bearer ${token}`));
  }
});

test('and it gets no ticket for one', async () => {
  expect(await server.call('POST /api/me/live-ticket', { token, body: {} })).toMatchObject({
    status: 403,
    body: { code: 'mcp_only' },
  });
});
