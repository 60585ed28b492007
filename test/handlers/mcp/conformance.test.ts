/**
 * The protocol's own suites against a whole server: conformance of both revisions, with what fails and why in
 * test/conformance/, and the inspector's strict reading of the catalog. They send no bearer, so a proxy adds it.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDevice, createPlace } from '../../factories.ts';
import { ADMIN_TOKEN, startServer, type TestServer } from '../../harness.ts';
import { type BearerProxy, startBearerProxy } from './bearer-proxy.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PACKAGES = join(ROOT, 'node_modules/@modelcontextprotocol');

let server: TestServer;
let proxy: BearerProxy;
let folder: string;
let hostname: string;
beforeAll(async () => {
  server = await startServer();
  hostname = (await createDevice(server.db, await createPlace(server.db))).hostname;
  proxy = await startBearerProxy(server.url, ADMIN_TOKEN);
  folder = mkdtempSync(join(tmpdir(), 'muster-conformance-'));
});
afterAll(async () => {
  await proxy.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Ran {
  code: unknown;
  stdout: string;
  stderr: string;
}

/** Within a minute, in a folder of its own, without a terminal. */
function run(script: string, args: string[]): Promise<Ran> {
  const options = { cwd: folder, timeout: 60_000, maxBuffer: 64 * 1024 * 1024, env: { ...process.env, HOME: folder } };
  return new Promise((resolve) => {
    execFile(process.execPath, [join(PACKAGES, script), ...args], options, (error, stdout, stderr) =>
      resolve({ code: error ? (error.code ?? error.signal) : 0, stdout, stderr }),
    ).stdin?.end();
  });
}

test.each(['2025-11-25', '2026-07-28'])(
  'the server suite of %s passes, but for what needs the tools of its own server',
  async (revision) => {
    const expected = join(ROOT, `test/conformance/mcp-${revision}.yml`);
    const args = ['server', '--url', `${proxy.url}/mcp`, '--requirements', revision, '--expected-failures', expected];
    const { code, stdout, stderr } = await run('conformance/dist/index.js', args);
    const summary = stdout.slice(stdout.indexOf('=== SUMMARY'));
    expect({ code, summary, stderr }, summary).toMatchObject({ code: 0 });
    expect(summary).toMatch(/✓ dns-rebinding-protection: 2 passed, 0 failed/);
    expect(summary).toMatch(/✓ tools-list: \d+ passed, 0 failed/);
  },
  90_000,
);

const inspect = (...args: string[]) =>
  run('inspector/clients/launcher/build/index.js', [
    ...[
      '--cli',
      `${server.url}/mcp`,
      '--transport',
      'http',
      '--header',
      `Authorization: Bearer ${ADMIN_TOKEN}`,
      ...args,
    ],
  ]);

test('the inspector reads the catalog strictly, and calls a tool', async () => {
  const listed = await inspect('--method', 'tools/list', '--strict');
  expect(listed).toMatchObject({ code: 0 });
  const { tools } = JSON.parse(listed.stdout);
  expect(tools.map(({ name }: { name: string }) => name)).toContain('list_devices');
  const called = await inspect('--method', 'tools/call', '--tool-name', 'list_devices', '--tool-arg', `q=${hostname}`);
  expect(called).toMatchObject({ code: 0 });
  expect(JSON.parse(called.stdout).structuredContent).toMatchObject({ total: 1, devices: [{ hostname }] });
}, 60_000);
