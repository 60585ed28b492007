/**
 * mcp-remote, which connects desktop applications to servers like this one, from its first 401 to a tool's answer: it finds
 * the authorization server, registers, has its user sign in and consent in a browser, exchanges, and speaks MCP.
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, expect, test } from 'vitest';
import { createDevice, createPerson, createPlace, PASSWORD } from '../factories.ts';
import { freePort } from '../server-process.ts';
import { codeNow, turnOn } from '../totp.ts';
import { openConsole, openPage } from './browser.ts';

const PROXY = join(dirname(createRequire(import.meta.url).resolve('mcp-remote/package.json')), 'dist/proxy.js');

const at = `127.0.0.1:${await freePort()}`;
const { server, browser } = await openConsole({
  RMM_LISTEN: at,
  RMM_CONSOLE_URL: `http://${at}`,
  RMM_MCP_PUBLIC_URL: `http://${at}`,
  RMM_MCP_OAUTH_ENABLED: 'true',
});
const home = mkdtempSync(join(tmpdir(), 'muster-mcp-remote-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
for (const name of ['browser', 'xdg-open']) {
  writeFileSync(join(home, name), '#!/bin/sh\nexit 0\n'); // the test is the browser
  chmodSync(join(home, name), 0o755);
}

/** A started mcp-remote, and the address to which it sends its user, once it does. */
async function start(): Promise<{ transport: StdioClientTransport; said: () => string; visit: Promise<string> }> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROXY, `${server.url}/mcp`, String(await freePort()), '--allow-http', '--host', '127.0.0.1'],
    env: {
      PATH: `${home}:${process.env.PATH}`,
      HOME: home,
      MCP_REMOTE_CONFIG_DIR: join(home, 'auth'),
      BROWSER: join(home, 'browser'),
    },
    stderr: 'pipe',
  });
  let said = '';
  const visit = new Promise<string>((resolve) => {
    transport.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const [url] = /http:\/\/127\.0\.0\.1:\d+\/oauth\/authorize\?\S+/.exec(said) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
  return { transport, said: () => said, visit };
}

test('goes through the whole dance once, and comes back later without its user', { timeout: 120_000 }, async () => {
  const device = await createDevice(server.db, { ...(await createPlace(server.db)), hostname: 'seen-over-mcp' });
  const person = await createPerson(server.db, { role: 'tech', password: PASSWORD });
  const { secret } = await turnOn(server, person);
  const { transport, visit } = await start();
  const client = new Client({ name: 'test', version: '1' });
  const connected = client.connect(transport);

  const page = await openPage(browser, server);
  page.setDefaultTimeout(15_000);
  await page.goto(await visit);
  await page.getByText('an application on this computer').waitFor();
  await page.getByLabel('User name').fill(person.username);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in and authorize' }).click();
  await page.getByLabel('Code').fill(codeNow(server, secret));
  await page.getByRole('button', { name: 'Sign in and authorize' }).click();
  await page.waitForURL(/\/oauth\/callback\?.*code=/);
  await connected;

  expect(client.getServerVersion()?.name).toBeDefined();
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('list_devices');
  const answer = await client.callTool({ name: 'list_devices', arguments: { q: 'seen-over-mcp' } });
  expect(JSON.stringify(answer)).toContain(device.id);
  const [used] = await server.db.sql<{ actor_kind: string; actor_name: string }[]>`
    select actor_kind, actor_name from audit_entries where action = 'ai.tool.use' order by id desc limit 1`;
  expect(used).toMatchObject({ actor_kind: 'oauth', actor_name: expect.stringContaining(`for ${person.username}`) });
  await client.close();

  const again = await start();
  const returning = new Client({ name: 'test', version: '1' });
  await returning.connect(again.transport);
  expect((await returning.listTools()).tools.length).toBe(tools.length);
  expect(again.said()).not.toContain('/oauth/authorize?');
  await returning.close();
});
