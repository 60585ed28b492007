import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readBootstrapToken } from '../../runtime/bootstrap-token.ts';
import { loadConfig } from '../../runtime/config.ts';
import { createLog } from '../../runtime/log.ts';
import { startMuster } from '../../runtime/main.ts';
import { startServer } from '../harness.ts';
import { freePort } from '../server-process.ts';

test('a door whose port is taken stops the start, and the doors that were open by then are closed', async () => {
  const taken = await startServer();
  const port = await freePort();
  const second = startServer({
    RMM_LISTEN: `127.0.0.1:${port}`,
    RMM_AGENTS_LISTEN: `127.0.0.1:${taken.muster.port}`,
  });
  await expect(second).rejects.toThrow('the address is in use');
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
  expect((await taken.call('GET /healthz')).status).toBe(200);
  await taken.stop();
});

test('a start on a taken port ends before it has made a database', async () => {
  const taken = await startServer();
  const dataDir = join(tmpdir(), `muster-test-taken-${process.pid}`);
  const config = loadConfig({ RMM_LISTEN: `127.0.0.1:${taken.muster.port}`, RMM_DATA_DIR: dataDir });
  await expect(startMuster(config, createLog('silent'))).rejects.toThrow('the address is in use');
  expect(existsSync(dataDir)).toBe(false);
  await taken.stop();
});

test('with a split ingress each door answers what is its own, and its health', async () => {
  const agents = await freePort();
  const server = await startServer({ RMM_AGENTS_LISTEN: `127.0.0.1:${agents}` });
  const at = async (path: string) => (await fetch(`http://127.0.0.1:${agents}${path}`)).status;
  expect([await at('/healthz'), await at('/readyz'), await at('/api/clients'), await at('/')]).toEqual([
    200, 404, 404, 404,
  ]);
  expect((await server.call('GET /api/clients')).status).toBe(200);
  await server.stop();
});

test('two signals stop a server once', async () => {
  const server = await startServer();
  await Promise.all([server.muster.stop(), server.muster.stop()]);
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
  await server.stop();
});

test('beside a database of its own the first start makes the data directory, with the key in it', async () => {
  const above = mkdtempSync(join(tmpdir(), 'muster-test-new-'));
  const dataDir = join(above, 'data');
  const server = await startServer({ RMM_DATA_DIR: dataDir });
  expect((await server.call('GET /healthz')).status).toBe(200);
  expect([statSync(dataDir).mode & 0o777, statSync(join(dataDir, 'secret.key')).mode & 0o777]).toEqual([0o700, 0o600]);
  await server.stop();
  rmSync(above, { recursive: true });
});

test('the bootstrap token is made while there is no account, and stays away once its file was taken away', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'muster-test-token-'));
  const config = loadConfig({ RMM_DATA_DIR: dataDir });
  const first = readBootstrapToken(config, true, randomBytes);
  expect(first.token).toMatch(/^[\w-]{43}$/);
  expect(readBootstrapToken(config, false, randomBytes)).toEqual(first);
  rmSync(join(dataDir, 'admin-token'));
  expect(readBootstrapToken(config, false, randomBytes)).toEqual({ token: undefined, file: undefined });
  expect(readBootstrapToken(loadConfig({ RMM_ADMIN_TOKEN: 'given' }), true, randomBytes).token).toBe('given');
  rmSync(dataDir, { recursive: true });
});
