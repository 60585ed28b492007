import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { precompressFolder } from '../../runtime/static-files/precompress.ts';
import { startServer, type TestServer } from '../harness.ts';
import { rawRequest } from '../raw-http.ts';

const script = `console.log(${JSON.stringify('muster '.repeat(2000))});\n`;
let folder: string;
let server: TestServer;

/** What vite leaves: a page, hashed assets, and a file of the public folder. */
async function build(page: string, asset = 'app-Dk3xYz12.js'): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'assets', asset), script);
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, '.sources'), 'a stamp of the build');
  await precompressFolder(folder);
  writeFileSync(join(folder, 'index.new'), page);
  renameSync(join(folder, 'index.new'), join(folder, 'index.html'));
}

beforeAll(async () => {
  folder = join(mkdtempSync(join(tmpdir(), 'muster-test-')), 'dist');
  server = await startServer({ RMM_CONSOLE_URL: 'https://rmm.example.com' }, { consoleFolder: folder });
});
afterAll(async () => {
  await server.stop();
  rmSync(join(folder, '..'), { recursive: true, force: true });
});

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (path: string, headers: Record<string, string> = {}) => rawRequest(server.muster.port, path, { headers });

test('before the console is built, its pages say how to build it, and the API answers', async () => {
  const { status, headers, body } = await get('/devices', html);
  expect(status).toBe(503);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body.toString()).toContain('npm run build');
  expect((await get('/assets/app-Dk3xYz12.js')).status).toBe(404);
  expect((await get('/healthz', html)).status).toBe(200);
});

describe('once it is built', () => {
  beforeAll(() => build('<!doctype html><title>one</title>'));

  test.each(['/', '/index.html', '/devices', '/devices/0192f0c1-0000-7000-8000-000000000000/', '/jobs/a%20b'])(
    '%s is the page, never kept without asking, under a strict policy',
    async (path) => {
      const { status, headers, body } = await get(path, html);
      expect(status).toBe(200);
      expect(body.toString()).toContain('<title>one</title>');
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      });
      expect(headers['permissions-policy']).toContain('camera=()');
      const policy = headers['content-security-policy'];
      for (const directive of [
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self' wss://rmm.example.com",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "object-src 'none'",
        "form-action 'self'",
      ])
        expect(policy).toContain(directive);
      expect(policy).not.toContain('unsafe');
    },
  );

  test('304 for the page that the browser has, and HEAD without a body', async () => {
    const { headers } = await get('/', html);
    expect((await get('/devices', { ...html, 'if-none-match': headers.etag ?? '' })).status).toBe(304);
    const head = await rawRequest(server.muster.port, '/', { method: 'HEAD', headers: html });
    expect(head).toMatchObject({ status: 200, headers: { etag: headers.etag } });
    expect(head.body).toHaveLength(0);
  });

  test('hashed files are kept for a year, and come compressed as the build left them', async () => {
    const plain = await get('/assets/app-Dk3xYz12.js');
    expect(plain.body.toString()).toBe(script);
    expect(plain.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
    const br = await get('/assets/app-Dk3xYz12.js', { 'accept-encoding': 'gzip, deflate, br, zstd' });
    expect(br.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(br.body).toString()).toBe(script);
    const gzip = await get('/assets/app-Dk3xYz12.js', { 'accept-encoding': 'gzip' });
    expect(gunzipSync(gzip.body).toString()).toBe(script);
  });

  test('other files are asked for again', async () => {
    const { status, headers } = await get('/favicon.svg');
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'image/svg+xml; charset=utf-8', 'cache-control': 'no-cache' });
  });

  test.each([
    '/api/nothing',
    '/api',
    '/ws/nothing',
    '/dl/nothing',
    '/healthz/',
    '/assets/app-Old00000.js',
    '/assets/app-Dk3xYz12.js.br',
    '/.sources',
    '/assets/../index.html',
    '/assets/%2e%2e/index.html',
    '/..%2f..%2fetc%2fpasswd',
    '/..\\..\\etc\\passwd',
    '/%2e%2e',
    '//evil.example',
    '/wp-login.php',
  ])('%s is a JSON 404, not the page', async (path) => {
    const { status, headers, body } = await get(path, html);
    expect(status).toBe(404);
    expect(headers['content-type']).toContain('application/json');
    expect(JSON.parse(body.toString())).toMatchObject({ request_id: expect.any(String) });
  });

  test('what does not ask for HTML gets none: a script finds 404 where there is no file', async () => {
    expect((await get('/devices', { accept: 'application/json' })).status).toBe(404);
    expect((await get('/devices')).status).toBe(404);
  });

  test('POST to a page is 404, and no file', async () => {
    expect((await rawRequest(server.muster.port, '/devices', { method: 'POST', headers: html })).status).toBe(404);
  });

  test('a new build is served without a restart', async () => {
    await build('<!doctype html><title>two</title>', 'app-New00000.js');
    expect((await get('/', html)).body.toString()).toContain('<title>two</title>');
    expect((await get('/assets/app-New00000.js')).status).toBe(200);
    expect((await get('/assets/app-Dk3xYz12.js')).status).toBe(404);
  });
});
