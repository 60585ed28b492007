/** A call in line whose client has gone is not begun: who tries again would propose twice. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiToken, createDevice, createPlace } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test('of two calls in line, the one that is waited for is done', async () => {
  const device = await createDevice(server.db, await createPlace(server.db));
  const { token } = await createApiToken(server.db, {});
  const call = (name: string, input: object, signal?: AbortSignal) =>
    fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }),
      signal: signal ?? null,
    });
  const proposal = (description: string) => ({ agent_id: device.id, shell: 'sh', script: 'true', description });
  const { services } = server.muster;
  const { toolbox } = services;
  /** Of calls that have their place in line, in its order. */
  const inLine: (AbortSignal | undefined)[] = [];
  services.toolbox = {
    ...toolbox,
    call: (...given) => {
      const outcome = toolbox.call(...given);
      inLine.push(given[4]);
      return outcome;
    },
  };
  const gone = new AbortController();
  const calls: Promise<Response>[] = [];
  let aborted: Promise<unknown> = Promise.resolve();
  await server.db.ownerSql.begin(async (sql) => {
    await sql`lock table devices in access exclusive mode`;
    calls.push(call('list_devices', {}));
    await expect.poll(() => inLine).toHaveLength(1);
    aborted = call('propose_job', proposal('Nobody waits'), gone.signal).catch(({ name }) => name);
    await expect.poll(() => inLine).toHaveLength(2); // in this order, so that the answer to the second tells that the first had its turn
    calls.push(call('propose_job', proposal('Waited for')));
    await expect.poll(() => inLine).toHaveLength(3);
    gone.abort();
    await expect.poll(() => inLine[1]?.aborted).toBe(true);
  });
  expect(await aborted).toBe('AbortError');
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200]);
  const jobs = await server.db.sql`select description from jobs`;
  expect(jobs).toEqual([{ description: 'Waited for' }]);
});
