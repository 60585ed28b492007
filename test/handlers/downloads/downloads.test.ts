import { createHash, createPublicKey, verify } from 'node:crypto';
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AgentManifest } from '../../../schema/publication.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { createKey, madeUpAgent, publish } from '../../publication.ts';
import { rawRequest } from '../../raw-http.ts';

const key = createKey();
const agent = madeUpAgent(300_000);
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const path = '/dl/rmm-agent-linux-x64';

let server: TestServer;
const get = (target: string, headers: Record<string, string> = {}) =>
  rawRequest(server.muster.port, target, { headers });

beforeAll(async () => {
  server = await startServer({ RMM_PUBLIC_URL: 'https://agents.example.com' });
  await publish(server.dataDir, { 'linux-x64': agent, 'linux-arm64': madeUpAgent(1000) }, key);
});
afterAll(() => server.stop());

function isSigned(content: Uint8Array, signature: Uint8Array): boolean {
  const x = Buffer.from(key.publicKey, 'base64').toString('base64url');
  return verify(null, content, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature);
}

describe('what is published', () => {
  test('the agent comes whole, with the SHA-256 of its bytes as its entity tag', async () => {
    const { status, headers, body } = await get(path);
    expect(status).toBe(200);
    expect(body.equals(agent)).toBe(true);
    expect(headers).toMatchObject({
      etag: `"${hash(agent)}"`,
      'content-length': '300000',
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('its signature and that of the manifest verify with the release key', async () => {
    const signature = await get(`${path}.sig`);
    expect(isSigned(agent, signature.body)).toBe(true);
    const [manifest, manifestSignature] = [await get('/dl/manifest.json'), await get('/dl/manifest.json.sig')];
    expect(isSigned(manifest.body, manifestSignature.body)).toBe(true);
    const read = AgentManifest.parse(JSON.parse(manifest.body.toString()));
    expect(read).toMatchObject({ version: '0.5.0', key_id: key.publicKey });
    const [first] = read.artifacts;
    expect(first).toMatchObject({ name: 'rmm-agent-linux-x64', os: 'linux', arch: 'x64', size: 300_000 });
    expect(first?.sha256).toBe(hash(agent));
    expect(first?.chunks).toHaveLength(5);
    expect(first?.chunks?.[4]).toBe(hash(agent.subarray(4 * 65536)));
  });

  test.each([
    ['zstd', zstdDecompressSync],
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('%s when only that is accepted, under the same entity tag', async (coding, decompress) => {
    const { headers, body } = await get(path, { 'accept-encoding': coding });
    expect(headers['content-encoding']).toBe(coding);
    expect(headers['content-length']).toBe(String(body.length));
    expect(body.length).toBeLessThan(agent.length);
    expect(decompress(body).equals(agent)).toBe(true);
    expect(headers.etag).toBe(`"${hash(agent)}"`);
  });

  test.each([
    ['', undefined],
    ['identity', undefined],
    ['gzip, br, zstd', 'zstd'],
    ['gzip, br;q=0.9, zstd;q=0.8', 'gzip'],
    ['zstd;q=0, br;q=0.5, gzip;q=0.4', 'br'],
    ['*', 'zstd'],
    ['*;q=0', undefined],
    ['identity;q=1, gzip;q=0.5', undefined],
    ['gzip;q=2', undefined],
    ['compress', undefined],
    ['GZIP', 'gzip'],
  ])('Accept-Encoding "%s" gives %s', async (accepted, coding) => {
    const { status, headers } = await get(path, { 'accept-encoding': accepted });
    expect(status).toBe(200);
    expect(headers['content-encoding']).toBe(coding);
  });

  test('HEAD has the headers of GET and no body, and the connection goes on', async () => {
    const once = await rawRequest(server.muster.port, path, { method: 'HEAD' });
    expect(once).toMatchObject({ status: 200, headers: { 'content-length': '300000', etag: `"${hash(agent)}"` } });
    expect(once.body).toHaveLength(0);
    const zstd = await rawRequest(server.muster.port, path, { method: 'HEAD', headers: { 'accept-encoding': 'zstd' } });
    expect(zstd.headers['content-encoding']).toBe('zstd');
    expect(Number(zstd.headers['content-length'])).toBe((await get(path, { 'accept-encoding': 'zstd' })).body.length);
  });

  test('304 for a known entity tag, weak or among others, and for *', async () => {
    const tag = `"${hash(agent)}"`;
    for (const sent of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const { status, headers, body } = await get(path, { 'if-none-match': sent });
      expect(status, sent).toBe(304);
      expect(headers.etag).toBe(tag);
      expect(body).toHaveLength(0);
    }
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
  });
});

describe('ranges', () => {
  test.each([
    ['bytes=0-0', 0, 1],
    ['bytes=100-199', 100, 200],
    ['bytes=299990-', 299_990, 300_000],
    ['bytes=299990-400000', 299_990, 300_000],
    ['bytes=-10', 299_990, 300_000],
    ['bytes=-400000', 0, 300_000],
  ])('%s is 206 with exactly these bytes, uncompressed', async (range, start, end) => {
    const { status, headers, body } = await get(path, { range, 'accept-encoding': 'zstd, br, gzip' });
    expect(status).toBe(206);
    expect(headers['content-range']).toBe(`bytes ${start}-${end - 1}/300000`);
    expect(headers['content-encoding']).toBeUndefined();
    expect(body.equals(agent.subarray(start, end))).toBe(true);
  });

  test.each(['bytes=300000-', 'bytes=300000-300001', 'bytes=-0'])('%s is 416 with the size', async (range) => {
    const { status, headers } = await get(path, { range });
    expect(status).toBe(416);
    expect(headers['content-range']).toBe('bytes */300000');
  });

  test.each(['bytes=5-3', 'bytes=0-1,5-6', 'lines=1-2', 'bytes=a-b', 'bytes=-', 'nonsense'])(
    '%s is ignored',
    async (range) => {
      const { status, body } = await get(path, { range });
      expect(status).toBe(200);
      expect(body).toHaveLength(300_000);
    },
  );

  test('If-Range sends the range only of the same file, and to nobody who may hold a compressed part', async () => {
    const range = 'bytes=0-9';
    const etag = `"${hash(agent)}"`;
    expect((await get(path, { range, 'if-range': etag })).status).toBe(206);
    expect((await get(path, { range, 'if-range': '"older"' })).status).toBe(200);
    expect((await get(path, { range, 'if-range': `W/${etag}` })).status).toBe(200);
    expect((await get(path, { range, 'if-range': etag, 'accept-encoding': 'gzip' })).status).toBe(200);
  });
});

describe('what is refused', () => {
  test.each([
    '/dl/../../etc/passwd',
    '/dl/..%2f..%2fetc%2fpasswd',
    '/dl/%2e%2e/release.key',
    '/dl/%2e%2e%2frelease.key',
    '/dl/..%5crelease.key',
    '/dl/..\\release.key',
    '/dl//etc/passwd',
    '/dl/./manifest.json',
    '/dl/manifest.json/',
    '/dl/.sources',
    '/dl/rmm-agent-linux-x64.zst',
    '/dl/rmm-agent-linux-x64%00',
    '/dl/rmm-agent-linux%2dx64',
    '/dl/%c0%ae%c0%ae%c0%afetc',
    '/dl/%',
    `/dl/${'a'.repeat(2000)}`,
    '/dl/rmm-agent-linux-x64.sig.sig',
    '/dl/rmm-agent-plan9-x64',
    '/dl/',
    '/dl',
    '/install.sh/..',
    '/install.ps1',
  ])('%s is 404, also for a browser', async (target) => {
    for (const accept of ['*/*', 'text/html']) {
      const { status, headers, body } = await get(target, { accept });
      expect(status).toBe(404);
      expect(headers['content-type']).toContain('application/json');
      expect(body.toString()).not.toContain('root:');
    }
  });

  test('404 for a system that is not published', async () => {
    const { status, body } = await get('/dl/rmm-agent-windows-x64');
    expect(status).toBe(404);
    expect(JSON.parse(body.toString())).toMatchObject({ code: 'agent_not_published' });
  });

  test('400 for a query, 405 for other methods, with what is allowed', async () => {
    expect((await get(`${path}?v=1`)).status).toBe(400);
    const answer = await rawRequest(server.muster.port, path, { method: 'DELETE' });
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  });

  test('a refusal of HEAD has no body, and the connection goes on', async () => {
    const answer = await rawRequest(server.muster.port, '/dl/nothing', { method: 'HEAD' });
    expect(answer.status).toBe(404);
    expect(answer.body).toHaveLength(0);
  });
});

test('one connection carries files, refusals, API calls and empty answers one after the other', async () => {
  const { Agent } = await import('node:http');
  const agentOfOne = new Agent({ keepAlive: true, maxSockets: 1 });
  const sockets = new Set<unknown>();
  const one = (target: string, method: string, headers: Record<string, string> = {}) =>
    new Promise<number>((resolve, reject) => {
      const sent = request(
        { port: server.muster.port, host: '127.0.0.1', path: target, method, headers, agent: agentOfOne },
        (answer) => {
          sockets.add(answer.socket);
          answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
        },
      );
      sent.on('error', reject).end();
    });
  const statuses = [
    await one(path, 'HEAD'),
    await one(path, 'GET', { 'if-none-match': `"${hash(agent)}"` }),
    await one(path, 'GET', { range: 'bytes=0-99999' }),
    await one(path, 'GET', { range: 'bytes=900000-' }),
    await one('/dl/nothing', 'HEAD'),
    await one(path, 'GET'),
    await one('/healthz', 'GET'),
  ];
  agentOfOne.destroy();
  expect(statuses).toEqual([200, 304, 206, 416, 404, 200, 200]);
  expect(sockets.size).toBe(1);
});

test('the configuration tells what is published, and by which key', async () => {
  const config = await server.ok('GET /api/config');
  expect(config).toMatchObject({ agent_version: '0.5.0', update_public_keys: [key.publicKey] });
});

describe('installers', () => {
  test('install.sh carries the configured address, whatever Host and forwarding headers say', async () => {
    const headers = { host: "evil.example'; id; '", 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
    const { status, headers: got, body } = await get('/install.sh', headers);
    expect(status).toBe(200);
    expect(got['content-type']).toBe('text/x-shellscript; charset=utf-8');
    expect(body.toString()).toContain("\ndefault_server='https://agents.example.com'\n");
    expect(body.toString()).not.toContain('evil.example');
    expect(body.toString()).toContain('ExecStart=/usr/local/lib/rmm-agent/rmm-agent');
  });

  test('uninstall.sh is there too, and both answer HEAD', async () => {
    expect((await get('/uninstall.sh')).body.toString()).toMatch(/^#!\/bin\/sh\n/);
    for (const name of ['/install.sh', '/uninstall.sh'])
      expect((await rawRequest(server.muster.port, name, { method: 'HEAD' })).status).toBe(200);
  });
});
