/** What waits is done as whoever asked for it may at that moment (CONTRACT.md, Access; ATTACKS.md 28). */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { permission } from '../../runtime/access.ts';
import { authenticate, type Caller } from '../../runtime/authenticate.ts';
import { endpoint } from '../../runtime/endpoint.ts';
import { createToolbox } from '../../runtime/toolbox.ts';
import { createApiToken, createPerson } from '../factories.ts';
import { startServer, type TestServer } from '../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

/** Posts head and body apart; `meanwhile` comes between them. */
async function dribble(path: string, token: string, body: unknown, meanwhile: () => Promise<unknown>) {
  const text = JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  };
  const sent = request(server.url + path, { method: 'POST', headers });
  sent.write(text.slice(0, 1));
  await pause(300); // it is judged
  await meanwhile();
  await pause(1100);
  sent.end(text.slice(1));
  const [answer]: IncomingMessage[] = await once(sent, 'response');
  answer?.resume();
  return answer?.statusCode;
}

const disable = (id: string) => server.db.sql`update users set disabled_at = now() where id = ${id}`;
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

test('a body that dribbles in while its sender is disabled is refused', async () => {
  const [session, token] = [await createPerson(server.db), await createPerson(server.db)];
  const api = await createApiToken(server.db, { userId: token.id });
  const [over, stays] = await Promise.all([
    dribble('/api/clients', session.token, { name: 'Late' }, () => disable(session.id)),
    dribble('/mcp', (await createApiToken(server.db, {})).token, ping, async () => undefined),
  ]);
  expect([over, stays]).toEqual([401, 200]);
  expect(await dribble('/mcp', api.token, ping, () => disable(token.id))).toBe(401);
  expect(await server.db.sql`select 1 from clients where name = 'Late'`).toHaveLength(0);
});

test('a call by AI that stands in line while its credential ends is refused, and not begun', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let begun = 0;
  const tool = endpoint(
    {
      route: 'GET /slow',
      summary: 'x',
      access: permission('devices.view'),
      output: z.looseObject({}),
      tool: { name: 'slow', description: 'x', annotations: { readOnlyHint: true, destructiveHint: false } },
    },
    async () => {
      begun += 1;
      await held;
      return {};
    },
  );
  const person = await createPerson(server.db);
  const renewed = (): Promise<Caller> => authenticate(server.muster.services, `Bearer ${person.token}`);
  const caller = { ...(await renewed()), renewed };
  const box = createToolbox([tool], () => server.muster.invoke);
  const use = () => box.call(caller, { requestId: null, ip: null, userAgent: null, via: 'mcp' }, 'slow', {});
  const calls = [use(), use()];
  await pause(1100);
  await disable(person.id);
  release();
  expect(await Promise.all(calls)).toMatchObject([{ ok: true }, { ok: false, status: 401, code: 'unauthorized' }]);
  expect(begun).toBe(1);
});
