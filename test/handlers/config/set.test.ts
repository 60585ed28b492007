import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { reseal } from '../../../domain/reseal.ts';
import { createSecretBox } from '../../../runtime/secret-box.ts';
import { createPerson } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ RMM_REMOTE_PROVIDER: 'terminal' });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.db.sql`
    update ai_settings set provider = null, base_url = '', model = '', api_key = null, tokens_per_user_day = 500000`;
  await server.db.sql`
    update remote_settings set default_provider = null, extprov_a_url = '', extprov_a_user = '', extprov_a_token_key = null,
      extprov_a_enabled = false, extprov_b_enabled = false`;
});

const ollama = { provider: 'openai_compatible', base_url: 'http://127.0.0.1:11434/v1', model: 'llama3' };
const put = (body: unknown, token?: string) => server.call('PUT /api/config', { body, token });
const ai = (change: unknown) => put({ ai: change });
const remote = (change: unknown) => put({ remote: change });
const stored = async () => {
  const [row] = await server.db.sql<{ api_key: string | null }[]>`select api_key from ai_settings`;
  return row?.api_key ?? null;
};

test('an AI is set, and any subset of it after that', async () => {
  const set = await ai({ ...ollama, api_key: 'key-of-the-ai' });
  expect(set.body.ai).toEqual({ ...ollama, available: true, api_key_set: true, tokens_per_user_day: 500_000 });
  const changed = await ai({ model: 'qwen', tokens_per_user_day: 2000 });
  expect(changed.body.ai).toEqual({
    ...{ ...ollama, model: 'qwen', available: true, api_key_set: true },
    tokens_per_user_day: 2000,
  });
  expect(JSON.stringify(changed.body)).not.toContain('key-of-the-ai');
  expect(await server.ok('GET /api/config')).toEqual(changed.body);
});

test('a provider without an address is asked at its own', async () => {
  const { body } = await ai({ provider: 'anthropic', model: 'm', api_key: 'k' });
  expect(body.ai.base_url).toBe('https://api.anthropic.com/v1');
  expect((await ai({ provider: 'openai_compatible', api_key: 'k' })).body.ai.base_url).toBe(
    'https://api.openai.com/v1',
  );
});

test('a key is stored sealed, kept when left out or empty, and removed by null', async () => {
  await ai({ ...ollama, api_key: 'key-of-the-ai' });
  const sealed = await stored();
  expect(sealed).not.toContain('key-of-the-ai');
  for (const change of [{ model: 'other' }, { api_key: '' }]) {
    await ai(change);
    expect(await stored()).toBe(sealed);
  }
  expect((await ai({ api_key: null })).body.ai.api_key_set).toBe(false);
});

test.each([{ provider: 'anthropic' }, { base_url: 'https://collector.example/v1' }, { base_url: '' }])(
  '400 secret_required for %o without the key that is stored for another place',
  async (change) => {
    await ai({ ...ollama, api_key: 'k' });
    expect(await ai(change)).toMatchObject({ status: 400, body: { code: 'secret_required' } });
    expect(await ai({ ...change, api_key: '' })).toMatchObject({ status: 400, body: { code: 'secret_required' } });
    expect((await ai({ ...change, api_key: 'another' })).status).toBe(200);
  },
);

test('switched off, the AI forgets its key, so that it can go nowhere when it is switched on again', async () => {
  await ai({ ...ollama, api_key: 'k' });
  expect((await ai({ provider: null })).body.ai).toMatchObject({
    available: false,
    provider: null,
    api_key_set: false,
  });
  expect((await ai({ provider: 'anthropic', model: 'm' })).body.ai).toMatchObject({
    available: true,
    api_key_set: false,
  });
  await ai({ provider: null });
  expect(await ai({ api_key: 'k' })).toMatchObject({ status: 400, body: { issues: [{ path: 'ai.api_key' }] } });
});

test.each([
  'http://169.254.169.254/v1',
  'http://0xa9fea9fe/v1',
  'http://2852039166',
  'http://[fe80::1]/v1',
  'http://[::ffff:169.254.169.254]/',
  'https://user:word@ai.example/v1',
  'https://ai.example/v1?key=1',
  'https://ai.example/v1#x',
  'https://ai.example/v1?',
  'file:///etc/passwd',
  'gopher://ai.example',
  'ai.example/v1',
  'javascript:alert(1)',
])('400 for an AI at %s', async (base_url) => {
  expect(await ai({ ...ollama, base_url })).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'ai.base_url' }] },
  });
});

test.each([
  [{ provider: 'openai_compatible' }, 'ai.model'],
  [{ provider: 'openai_compatible', model: ' ' }, 'ai.model'],
  [{ ...ollama, provider: 'carrier-pigeon' }, 'ai.provider'],
  [{ ...ollama, tokens_per_user_day: 999 }, 'ai.tokens_per_user_day'],
  [{ ...ollama, tokens_per_user_day: 1_000_000_001 }, 'ai.tokens_per_user_day'],
  [{ ...ollama, api_key: 'two\nlines' }, 'ai.api_key'],
  [{ ...ollama, key: 'k' }, 'ai.key'],
])('400 for an AI %o', async (change, path) => {
  expect(await ai(change)).toMatchObject({ status: 400, body: { code: 'invalid_input', issues: [{ path }] } });
});

test('the address of an AI is shown to who may change it, and to nobody else', async () => {
  await ai({ ...ollama, base_url: 'http://gpu.internal:8000/v1', api_key: 'k' });
  await remote({ extprov_a_url: 'https://mesh.internal', extprov_a_user: 'robot', extprov_a_token_key: 'k' });
  const { token } = await createPerson(server.db, { permissions: ['ai_chat.use'] });
  const { ai: read, remote: afar } = await server.ok('GET /api/config', { token });
  expect(read).toMatchObject({ available: true, provider: 'openai_compatible', base_url: null, api_key_set: true });
  expect(afar).toMatchObject({ extprov_a_url: null, extprov_a_user: null, extprov_a_token_key_set: true });
  const manager = await createPerson(server.db, { permissions: ['settings.manage'] });
  const shown = await server.ok('GET /api/config', { token: manager.token });
  expect(shown.ai.base_url).toBe('http://gpu.internal:8000/v1');
  expect(shown.remote.extprov_a_url).toBe('https://mesh.internal');
});

test('a saved default of remote access beats RMM_REMOTE_PROVIDER, until it is taken back', async () => {
  expect((await server.ok('GET /api/config')).remote).toMatchObject({ default: 'terminal', saved_default: null });
  expect((await remote({ default: 'native' })).body.remote).toMatchObject({
    default: 'native',
    saved_default: 'native',
  });
  expect((await remote({ default: null })).body.remote).toMatchObject({ default: 'terminal', saved_default: null });
});

test('the external tools of remote access', async () => {
  const tool = { extprov_a_url: 'https://mesh.example', extprov_a_user: 'robot', extprov_a_enabled: true };
  const { body } = await remote({ ...tool, extprov_a_token_key: 'key-of-the-tool', default: 'extprov_a' });
  expect(body.remote).toEqual({
    ...tool,
    ...{ default: 'extprov_a', saved_default: 'extprov_a', extprov_a_token_key_set: true, extprov_b_enabled: false },
  });
  expect((await remote({ extprov_b_enabled: true })).body.remote).toMatchObject({ ...tool, extprov_b_enabled: true });
  for (const change of [{ extprov_a_url: 'https://other.example' }, { extprov_a_user: 'admin' }])
    expect(await remote(change)).toMatchObject({ status: 400, body: { code: 'secret_required' } });
  expect((await remote({ extprov_a_token_key: null })).body.remote.extprov_a_token_key_set).toBe(false);
  expect((await remote({ extprov_a_user: 'admin' })).status).toBe(200);
});

test.each([
  [{ default: 'extprov_b' }, 'remote.default'],
  [{ default: 'vnc' }, 'remote.default'],
  [{ extprov_a_enabled: true }, 'remote.extprov_a_url'],
  [{ extprov_a_url: 'javascript:alert(1)' }, 'remote.extprov_a_url'],
  [{ extprov_a_url: 'https://user:word@mesh.example' }, 'remote.extprov_a_url'],
])('400 for remote access %o', async (change, path) => {
  expect(await remote(change)).toMatchObject({ status: 400, body: { issues: [{ path }] } });
});

test('what is refused in one part changes nothing in the other', async () => {
  expect((await put({ ai: ollama, remote: { default: 'extprov_b' } })).status).toBe(400);
  expect((await server.ok('GET /api/config')).ai.provider).toBeNull();
});

test('403 for who manages settings within a scope, and for who does not manage them', async () => {
  const scoped = await createPerson(server.db, {
    permissions: ['settings.manage'],
    scopes: [{ scope_type: 'client', scope_id: '0193aaaa-0000-7000-8000-000000000001' }],
  });
  expect(await put({}, scoped.token)).toMatchObject({ status: 403, body: { code: 'unscoped_required' } });
  const other = await createPerson(server.db, { permissions: ['ai_chat.use'] });
  expect(await put({}, other.token)).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
});

test('changes are audited without secrets, and what changes nothing is not', async () => {
  const { username, token } = await createPerson(server.db, { permissions: ['settings.manage'] });
  await put({ ai: { ...ollama, api_key: 'key-of-the-ai' }, remote: { default: 'native' } }, token);
  await put({ ai: ollama, remote: { default: 'native' } }, token);
  await put({}, token);
  const { entries } = await server.ok('GET /api/audit', { query: { actor: username } });
  expect(entries.map(({ action, details }) => ({ action, details }))).toEqual([
    { action: 'config.remote.update', details: { fields: ['default'], key_changed: false } },
    {
      action: 'config.ai.update',
      details: {
        ...{ provider: 'openai_compatible', host: '127.0.0.1:11434', model: 'llama3', tokens_per_user_day: 500_000 },
        key_changed: true,
      },
    },
  ]);
});

test('keys are sealed anew when RMM_SECRET_KEY gets a new first key', async () => {
  await ai({ ...ollama, api_key: 'key-of-the-ai' });
  await remote({ extprov_a_token_key: 'key-of-the-tool' });
  const before = await stored();
  const { random, secrets } = server.muster.services;
  const fresh = createSecretBox([Buffer.from(random(32))], random);
  const rotated = {
    seal: fresh.seal,
    open: secrets.open,
    isStale: () => true,
  };
  expect(await reseal({ ...server.ctx, secrets: rotated })).toBe(2);
  const after = await stored();
  expect(after).not.toBe(before);
  expect(fresh.open('ai_settings:api_key:1', after ?? '')).toBe('key-of-the-ai');
});
