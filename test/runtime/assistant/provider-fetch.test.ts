import type { lookup } from 'node:dns';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProviderFetch, isLinkLocal } from '../../../runtime/assistant/provider-fetch.ts';

let port = 0;
const server = createServer((_request, response) => response.end('{"there":true}'));
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

/** A resolver that says this of every name. */
const resolving = (...addresses: string[]): typeof lookup =>
  ((_host: string, _options: object, done: (error: null, found: { address: string; family: number }[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as typeof lookup;

const ask = (host: string, ...addresses: string[]) =>
  createProviderFetch(resolving(...addresses))(`http://${host}:${port}/v1`, { method: 'POST', body: '{}' });

test('a name is connected to at the address that it was judged by', async () => {
  expect(await (await ask('ai.test', '127.0.0.1')).json()).toEqual({ there: true });
});

test.each([
  ['metadata.test', ['169.254.169.254']],
  ['metadata.test', ['127.0.0.1', '169.254.169.254']],
  ['metadata.test', ['::ffff:169.254.169.254']],
  ['metadata.test', ['64:ff9b::a9fe:a9fe']],
  ['metadata.test', ['fe80::1']],
  ['169.254.169.254', ['127.0.0.1']],
  ['[fe80::1]', ['127.0.0.1']],
  ['[::ffff:169.254.169.254]', ['127.0.0.1']],
])('nothing is sent to %s at %o', async (host, addresses) => {
  await expect(ask(host, ...addresses)).rejects.toMatchObject({ code: 'ERR_LINK_LOCAL' });
});

test.each([
  ['169.254.0.1', true],
  ['fe80::1%eth0', true],
  ['febf::1', true],
  ['fec0::1', false],
  ['169.253.255.255', false],
  ['127.0.0.1', false],
  ['::1', false],
  ['10.0.0.1', false],
])('%s is link-local: %s', (address, is) => {
  expect(isLinkLocal(address)).toBe(is);
});

test('a question that is called off leaves its connection', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port: at } = silent.address() as AddressInfo;
  const off = new AbortController();
  const asked = createProviderFetch()(`http://127.0.0.1:${at}/`, { method: 'POST', body: '', signal: off.signal });
  setTimeout(() => off.abort(), 20);
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  await new Promise((resolve) => silent.close(resolve));
});
