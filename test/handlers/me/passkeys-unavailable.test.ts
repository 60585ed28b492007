import { expect, test } from 'vitest';
import { relyingParty } from '../../../domain/passkeys/relying-party.ts';
import { PASSWORD } from '../../factories.ts';
import { startServer } from '../../harness.ts';
import { createCoded } from '../../passkeys.ts';

test('a console under an address says why it takes no passkey, and refuses to begin', async () => {
  const server = await startServer({ RMM_CONSOLE_URL: 'http://127.0.0.1:8080' });
  try {
    const { token } = await createCoded(server);
    const answer = { passkeys: [], available: false, reason: 'ip_address' };
    expect(await server.ok('GET /api/me/passkeys', { token })).toEqual(answer);
    const body = { current_password: PASSWORD };
    expect(await server.call('POST /api/me/passkeys/options', { token, body })).toMatchObject({
      status: 409,
      body: { code: 'passkeys_unavailable' },
    });
  } finally {
    await server.stop();
  }
});

test.each([
  ['https://rmm.example.com', 'rmm.example.com'],
  ['https://rmm.example.com:8443', 'rmm.example.com'],
  ['https://rmm', 'rmm'],
  ['http://localhost:8080', 'localhost'],
  ['http://rmm.localhost', 'rmm.localhost'],
  ['http://rmm.example.com', 'no_https'],
  ['http://notlocalhost', 'no_https'],
  ['http://127.0.0.1:8080', 'ip_address'],
  ['https://127.1', 'ip_address'],
  ['https://0x7f000001', 'ip_address'],
  ['https://[::1]:8080', 'ip_address'],
])('%s is %s to a browser', (consoleUrl, expected) => {
  const judged = relyingParty({ settings: { consoleUrl, instanceName: 'Muster' } });
  expect(judged.party?.rpId ?? ('reason' in judged && judged.reason)).toBe(expected);
});
