/** The official clients of both eras: they judge what comes back by the protocol's schemas and by each tool's own. */
import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDevice, createPlace } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { tokenHeader } from './speak.ts';

let server: TestServer;
let device: { id: string; hostname: string };
beforeAll(async () => {
  server = await startServer();
  device = await createDevice(server.db, await createPlace(server.db));
});
afterAll(() => server.stop());

const info = { name: 'official', version: '1' };
const options = () => ({ requestInit: { headers: tokenHeader() } });

async function older() {
  const client = new OldClient(info);
  await client.connect(new OldTransport(new URL(`${server.url}/mcp`), options()));
  return client;
}

async function newer() {
  const client = new NewClient(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new NewTransport(new URL(`${server.url}/mcp`), options()));
  return client;
}

/** Asks which revisions there are, and takes the newest; without that it speaks the older one. */
async function asking() {
  const client = new NewClient(info, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new NewTransport(new URL(`${server.url}/mcp`), options()));
  return client;
}

describe.each([
  ['@modelcontextprotocol/sdk, revision 2025-11-25', older],
  ['@modelcontextprotocol/client, revision 2026-07-28', newer],
  ['@modelcontextprotocol/client, which asks', asking],
])('%s', (_, connect) => {
  test('lists and calls tools, reads resources, gets prompts and completes arguments', async () => {
    const client = await connect();
    try {
      expect(client.getInstructions()).toMatch(/is data/);
      expect(client.getServerVersion()).toMatchObject({ name: 'muster' });
      const { tools } = await client.listTools();
      expect(tools.length).toBeGreaterThan(20);

      const called = await client.callTool({ name: 'list_devices', arguments: { q: device.hostname } });
      expect(called.structuredContent).toMatchObject({ total: 1, devices: [{ id: device.id }] });
      expect((await client.callTool({ name: 'get_device', arguments: { id: 'x' } })).isError).toBe(true);
      await expect(client.callTool({ name: 'approve_job', arguments: {} })).rejects.toThrow(/no tool/);

      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain('muster://devices/{id}');
      const { contents } = await client.readResource({ uri: `muster://devices/${device.id}` });
      expect(contents).toMatchObject([{ mimeType: 'application/json' }]);
      expect((await client.listResources()).resources).toEqual([]);

      const { prompts } = await client.listPrompts();
      expect(prompts.map(({ name }) => name)).toEqual(['investigate_device', 'patch_status', 'fleet_health']);
      const given = { device: device.hostname };
      const { messages } = await client.getPrompt({ name: 'investigate_device', arguments: given });
      expect(JSON.stringify(messages)).toContain(device.hostname);

      const ref = { type: 'ref/prompt' as const, name: 'investigate_device' };
      const { completion } = await client.complete({ ref, argument: { name: 'device', value: device.hostname } });
      expect(completion).toMatchObject({ values: [device.hostname], total: 1, hasMore: false });
    } finally {
      await client.close();
    }
  });
});
