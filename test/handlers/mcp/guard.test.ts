/** Who may talk to /mcp at all (ATTACKS.md 48; CONTRACT.md, MCP and OAuth). */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guard } from '../../../handlers/mcp/guard.ts';
import { ADMIN_TOKEN, startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    RMM_MCP_PUBLIC_URL: 'https://mcp.example.com',
    RMM_TRUSTED_PROXIES: '127.0.0.1',
    RMM_MCP_ALLOWED_IPS: '127.0.0.1,203.0.113.0/24,2001:db8:7::/48',
  });
  const policy = {
    registration: 'any',
    allowed_hosts: ['tools.example.org', '*.example.net'],
    require_approval: false,
  };
  await server.ok('PUT /api/config/mcp-oauth', { body: policy });
});
afterAll(() => server.stop());

interface Answer {
  status: number | undefined;
  allowed: string | undefined;
  code: string | undefined;
}

/** A ping with these headers, which fetch() would not send. */
function ping(headers: Record<string, string>, method = 'POST'): Promise<Answer> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const usual = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json', accept: '*/*' };
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: server.muster.port, path: '/mcp', method, agent: false };
    const sent = request({ ...options, headers: { ...usual, ...headers } }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () =>
        resolve({
          status: answer.statusCode,
          allowed: answer.headers['access-control-allow-origin'],
          code: text === '' ? undefined : JSON.parse(text).code,
        }),
      );
    });
    sent.on('error', reject).end(method === 'POST' ? body : undefined);
  });
}

test.each(['mcp.example.com', 'mcp.example.com:443', 'MCP.Example.Com', '127.0.0.1:8080', 'localhost:9', '[::1]:9'])(
  'the Host %s is one of this server',
  async (host) => {
    expect(await ping({ host })).toMatchObject({ status: 200 });
  },
);

test.each([
  'evil.example',
  'mcp.example.com.evil.example',
  'evil.example@mcp.example.com',
  'mcp.example.com@evil.example',
  'console.test',
  '192.0.2.7',
  '127.0.0.1.evil.example',
  'localhost.evil.example',
])('403 for the Host %s, before the bearer is looked at', async (host) => {
  expect(await ping({ host })).toMatchObject({ status: 403, code: 'host_not_allowed' });
  expect(await ping({ host, authorization: 'Bearer x' })).toMatchObject({ status: 403, code: 'host_not_allowed' });
});

test.each([
  'https://mcp.example.com',
  'https://claude.ai',
  'https://vscode.dev',
  'http://localhost:6274',
  'http://127.0.0.1:3',
  'http://[::1]:9000',
  'https://tools.example.org',
  'https://a.example.net',
])('pages of %s may call and read', async (origin) => {
  expect(await ping({ origin })).toMatchObject({ status: 200, allowed: origin });
  expect(await ping({ origin, 'access-control-request-method': 'POST' }, 'OPTIONS')).toMatchObject({
    status: 204,
    allowed: origin,
  });
});

test.each([
  'null',
  'https://evil.example',
  'http://claude.ai',
  'https://claude.ai:8443',
  'https://claude.ai.evil.example',
  'https://evil-claude.ai',
  'https://x.claude.ai',
  'https://example.net',
  'http://tools.example.org',
  'http://localhost.evil.example',
  'https://claude.ai/',
  'http://console.test',
])('403 for pages of %s, which read nothing', async (origin) => {
  expect(await ping({ origin })).toEqual({ status: 403, allowed: undefined, code: 'origin_not_allowed' });
  expect(await ping({ origin, 'access-control-request-method': 'POST' }, 'OPTIONS')).toMatchObject({
    allowed: undefined,
  });
});

test.each(['203.0.113.9', '2001:db8:7::1', '::ffff:203.0.113.9', '127.0.0.1'])('%s is on the allowlist', async (ip) => {
  expect(await ping({ 'x-forwarded-for': ip })).toMatchObject({ status: 200 });
});

test.each(['203.0.114.1', '2001:db8:8::1', '::ffff:198.51.100.1', '10.0.0.1'])(
  '403 for %s, which is not on the allowlist, whatever its bearer',
  async (ip) => {
    expect(await ping({ 'x-forwarded-for': ip })).toMatchObject({ status: 403, code: 'address_not_allowed' });
  },
);

describe('without RMM_MCP_PUBLIC_URL', () => {
  const settings = (mcpHost: string) => ({
    ...server.muster.services.settings,
    ...{ mcpUrl: null, mcpAllows: () => true, mcpHost },
  });
  const judge = async (mcpHost: string, host: string, origin: string | null = null) =>
    guard({ sql: server.db.sql, settings: settings(mcpHost) }, { host, origin, ip: '127.0.0.1' }).then(
      () => 'ours',
      ({ code }) => code,
    );

  test('the console is where people find it, and pages of the console may call', async () => {
    expect(await judge('127.0.0.1', 'console.test')).toBe('ours');
    expect(await judge('127.0.0.1', 'console.test', 'http://console.test')).toBe('ours');
    expect(await judge('127.0.0.1', 'mcp.example.com')).toBe('host_not_allowed');
  });

  test.each([
    ['127.0.0.1', 'localhost:80', 'ours'],
    ['127.0.0.1', '192.0.2.7', 'host_not_allowed'],
    ['192.0.2.7', '192.0.2.7:8080', 'ours'],
    ['192.0.2.7', '192.0.2.8', 'host_not_allowed'],
    ['192.0.2.7', 'localhost', 'host_not_allowed'],
    ['0.0.0.0', '192.0.2.7:8080', 'ours'],
    ['0.0.0.0', 'localhost', 'ours'],
    ['0.0.0.0', 'evil.example', 'host_not_allowed'],
    ['::', '[2001:db8::1]:80', 'ours'],
    ['2001:db8::1', '[2001:db8::1]', 'ours'],
    ['2001:db8::1', '[2001:db8::2]', 'host_not_allowed'],
  ])('a listener on %s that is called %s: %s', async (mcpHost, host, verdict) => {
    expect(await judge(mcpHost, host)).toBe(verdict);
  });
});

test('every refusal names what stands against it, and none a secret', async () => {
  const answer = await server.call('POST /mcp', { body: {}, headers: { origin: 'https://evil.example' } });
  expect(answer.body.error).toBe('Pages of this origin may not use /mcp.');
  expect(JSON.stringify(answer.body)).not.toContain('claude');
});
