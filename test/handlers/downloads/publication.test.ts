import { createHash } from 'node:crypto';
import { cpSync, lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../../harness.ts';
import { createKey, publish } from '../../publication.ts';
import { rawRequest } from '../../raw-http.ts';
import { freePort } from '../../server-process.ts';

const key = createKey();
const path = '/dl/rmm-agent-linux-x64';

async function start(env: Record<string, string> = {}) {
  const server = await startServer(env);
  onTestFinished(() => server.stop());
  return { ...server, get: (target: string) => rawRequest(server.muster.port, target) };
}

test('503 with Retry-After until there is a first publication, then it is served without a restart', async () => {
  const { get, dataDir, ok } = await start();
  for (const target of [path, `${path}.sig`, '/dl/manifest.json', '/dl/manifest.json.sig']) {
    const { status, headers, body } = await get(target);
    expect(status).toBe(503);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.parse(body.toString())).toMatchObject({ code: 'agent_not_published' });
  }
  expect(await ok('GET /api/config')).toMatchObject({ agent_version: null, update_public_keys: [] });
  await publish(dataDir, { 'linux-x64': 'first' }, key);
  expect((await get(path)).body.toString()).toBe('first');
  expect(await ok('GET /api/config')).toMatchObject({ agent_version: '0.5.0' });
});

test('readers see the old publication or the new one, never a mixture or a gap', async () => {
  const { get, dataDir } = await start();
  await publish(dataDir, { 'linux-x64': 'build 0' }, key);
  let isDone = false;
  let rounds = 0;
  const reading = (async () => {
    while (!isDone) {
      const { status, headers, body } = await get(path);
      expect(status).toBe(200);
      expect(headers.etag).toBe(`"${createHash('sha256').update(body).digest('hex')}"`);
      rounds += 1;
    }
  })();
  let build = 0;
  while (build < 20 || rounds < 6) await publish(dataDir, { 'linux-x64': `build ${++build}` }, key);
  isDone = true;
  await reading;
  expect((await get(path)).body.toString()).toBe(`build ${build}`);
});

test('publishers at once leave one whole publication', async () => {
  const { get, dataDir } = await start();
  const builds = Array.from({ length: 5 }, (_, index) => `build ${index}`);
  for (let round = 0; round < 4; round++)
    await Promise.all(builds.map((build) => publish(dataDir, { 'linux-x64': build }, key)));
  const { body, headers } = await get(path);
  expect(builds).toContain(body.toString());
  expect(headers.etag).toBe(`"${createHash('sha256').update(body).digest('hex')}"`);
  expect(readdirSync(join(dataDir, 'publications')).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('replaced publications go when nobody can be reading them any more', async () => {
  const { dataDir } = await start();
  for (const build of ['1', '2', '3']) await publish(dataDir, { 'linux-x64': build }, key);
  expect(readdirSync(join(dataDir, 'publications'))).toHaveLength(3);
  const later = () => new Date(Date.now() + 2 * 3_600_000);
  await publish(dataDir, { 'linux-x64': '4' }, { ...key, now: later });
  expect(readdirSync(join(dataDir, 'publications'))).toHaveLength(2);
});

test('a publication that fails leaves what there was, and nothing behind', async () => {
  const { get, dataDir } = await start();
  await publish(dataDir, { 'linux-x64': 'good' }, key);
  await expect(publish(dataDir, { 'linux-x64': '' }, key)).rejects.toThrow();
  await expect(publish(dataDir, { 'plan9-x64': 'x' }, key)).rejects.toThrow('plan9-x64 is no target');
  await expect(publish(dataDir, { 'linux-x64': 'x' }, { ...key, version: 'newest' })).rejects.toThrow();
  expect((await get(path)).body.toString()).toBe('good');
  expect(readdirSync(join(dataDir, 'publications'))).toHaveLength(1);
});

test('a dl/ that was copied here from where it was signed is served, and the next publication replaces it', async () => {
  const { get, dataDir } = await start();
  const signer = mkdtempSync(join(tmpdir(), 'muster-test-'));
  onTestFinished(() => rmSync(signer, { recursive: true, force: true }));
  await publish(signer, { 'linux-x64': 'copied' }, key);
  cpSync(join(signer, 'dl/'), join(dataDir, 'dl'), { recursive: true, dereference: true });
  expect(lstatSync(join(dataDir, 'dl')).isDirectory()).toBe(true);
  expect((await get(path)).body.toString()).toBe('copied');
  await publish(dataDir, { 'linux-x64': 'newer' }, key);
  expect((await get(path)).body.toString()).toBe('newer');
  expect(lstatSync(join(dataDir, 'dl')).isSymbolicLink()).toBe(true);
});

test.each([
  ['the manifest was changed', (dl: string) => writeFileSync(join(dl, 'manifest.json'), '{"version":"9.9.9"}')],
  ['its signature is gone', (dl: string) => rmSync(join(dl, 'manifest.json.sig'))],
  ['an artifact is cut', (dl: string) => writeFileSync(join(dl, 'rmm-agent-linux-x64'), 'a')],
  ['an artifact is gone', (dl: string) => rmSync(join(dl, 'rmm-agent-linux-x64'))],
])('503 instead of something that no agent would take when %s', async (_, damage) => {
  const { get, dataDir } = await start();
  await publish(dataDir, { 'linux-x64': 'agent' }, key);
  damage(join(dataDir, 'dl'));
  expect((await get(path)).status).toBe(503);
  await publish(dataDir, { 'linux-x64': 'agent again' }, key);
  expect((await get(path)).body.toString()).toBe('agent again');
});

test('RMM_UPDATE_PUBLIC_KEY is what clients are told, whatever signed', async () => {
  const next = createKey();
  const { dataDir, ok } = await start({ RMM_UPDATE_PUBLIC_KEY: `${key.publicKey},${next.publicKey}` });
  await publish(dataDir, { 'linux-x64': 'agent' }, key);
  expect(await ok('GET /api/config')).toMatchObject({ update_public_keys: [key.publicKey, next.publicKey] });
});

test('with a door of their own, downloads are on that door alone', async () => {
  const port = await freePort();
  const { get, dataDir } = await start({ RMM_AGENTS_LISTEN: `127.0.0.1:${port}` });
  await publish(dataDir, { 'linux-x64': 'agent' }, key);
  for (const target of [path, '/install.sh', '/uninstall.sh', '/dl/manifest.json']) {
    expect((await get(target)).status).toBe(404);
    expect((await rawRequest(port, target)).status).toBe(200);
  }
  expect((await rawRequest(port, '/', { headers: { accept: 'text/html' } })).status).toBe(404);
});
