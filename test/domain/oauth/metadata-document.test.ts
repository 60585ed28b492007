/** Client ID Metadata Documents: how they are fetched (runtime/client-documents.ts), judged and kept. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findApplication } from '../../../domain/oauth/applications/find.ts';
import { type ClientDocumentsParts, createClientDocuments } from '../../../runtime/client-documents.ts';
import { auditOf, type OauthServer, startOauthServer } from '../../oauth.ts';
import { makeCertificate } from '../../webhook-receiver.ts';

const HOST = 'client.test';
const certificate = makeCertificate(HOST);
const here: ClientDocumentsParts = {
  ca: certificate.cert,
  anywhere: true,
  timeoutMs: 10_000,
  resolve: async () => ['127.0.0.1'],
};

let documents: Server;
let port: number;
/** Without a body nothing at all is said. */
let answer: { status?: number; headers?: Record<string, string>; body?: string };
let fetched: number;
let server: OauthServer;
beforeAll(async () => {
  documents = createServer(certificate, (_request, response) => {
    fetched += 1;
    const { status = 200, headers = {}, body } = answer;
    if (body !== undefined) response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  await once(documents.listen(0, '127.0.0.1'), 'listening');
  ({ port } = documents.address() as AddressInfo);
  server = await startOauthServer({}, { clientDocuments: createClientDocuments({ ...here, perMinute: 1000 }) });
});
afterAll(async () => {
  documents.closeAllConnections();
  documents.close();
  await server.stop();
});
beforeEach(async () => {
  fetched = 0;
  Object.assign(server.clock, { offsetMs: 0, standsAt: Date.now() });
  await server.db.sql`update oauth_policy set registration = 'any', allowed_hosts = '{}', require_approval = false`;
});

let counter = 0;
const freshUrl = () => `https://${HOST}:${port}/${++counter}/client.json`;
/** What the server of documents answers from now on, for this client_id. */
function describeClient(url: string, change: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  const document = { client_id: url, client_name: 'Document', redirect_uris: ['https://client.test/callback'] };
  answer = { headers, body: JSON.stringify({ ...document, ...change }) };
}
const find = (url: string) => findApplication(server.ctx, url);
const MINUTE = 60_000;

test('the application of a document is registered at first sight, and kept as long as the document says', async () => {
  const url = freshUrl();
  describeClient(
    url,
    { redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'] },
    { 'cache-control': 'max-age=1800' },
  );
  const first = await find(url);
  expect(first).toEqual({
    id: expect.any(String),
    client_id: url,
    name: 'Document',
    redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
    hosts: ['127.0.0.1', 'localhost'],
    status: 'approved',
  });
  expect(await auditOf(server.db, first?.id ?? '')).toMatchObject([
    { action: 'oauth.app.register', details: { status: 'approved' } },
  ]);
  describeClient(url, { client_name: 'Renamed' });
  server.clock.offsetMs = 29 * MINUTE;
  expect(await find(url)).toEqual(first);
  expect(fetched).toBe(1);
  server.clock.offsetMs = 31 * MINUTE;
  expect(await find(url)).toEqual({
    ...first,
    name: 'Renamed',
    redirect_uris: ['https://client.test/callback'],
    hosts: [HOST],
  });
  expect(await auditOf(server.db, first?.id ?? '')).toHaveLength(1);
});

test.each([
  ['nothing', {}, 5],
  ['no-store', { 'cache-control': 'no-store' }, 5],
  ['a second', { 'cache-control': 'max-age=1' }, 5],
  ['a year', { 'cache-control': 'public, max-age=31536000' }, 24 * 60],
])('a document that says %s is kept for five minutes to a day', async (_, headers, minutes) => {
  const url = freshUrl();
  describeClient(url, {}, headers);
  await find(url);
  server.clock.offsetMs = minutes * MINUTE - 1000;
  await find(url);
  expect(fetched).toBe(1);
  server.clock.offsetMs = minutes * MINUTE + 1000;
  await find(url);
  expect(fetched).toBe(2);
});

test('while its server is away the old copy stands in for a day; once it says that there is none, no more', async () => {
  const url = freshUrl();
  describeClient(url);
  await find(url);
  server.clock.offsetMs = 6 * MINUTE;
  answer = { status: 503, body: '' };
  expect(await find(url)).toMatchObject({ client_id: url });
  answer = { status: 404, body: '' };
  await expect(find(url)).rejects.toMatchObject({ code: 'invalid_client_metadata' });
  answer = { status: 503, body: '' };
  server.clock.offsetMs = 25 * 60 * MINUTE;
  await expect(find(url)).rejects.toMatchObject({ code: 'invalid_client_metadata' });
});

describe('invalid_client_metadata, and nothing is kept, for a document that', () => {
  const good = { redirect_uris: ['https://client.test/callback'] };
  const json = (url: string, change: Record<string, unknown>) => JSON.stringify({ client_id: url, ...good, ...change });
  const cases: Record<string, (url: string) => typeof answer> = {
    'names another client_id': (url) => ({ body: json(url, { client_id: `${url}x` }) }),
    'holds a secret': (url) => ({ body: json(url, { client_secret: 'x' }) }),
    'has no redirect URIs': (url) => ({ body: json(url, { redirect_uris: undefined }) }),
    'is not JSON': () => ({ body: '<html>' }),
    'is sent as HTML': (url) => ({ headers: { 'content-type': 'text/html' }, body: json(url, {}) }),
    'is larger than 64 KiB': (url) => ({ body: json(url, { padding: 'x'.repeat(70_000) }) }),
    'is a redirect': () => ({ status: 302, headers: { location: 'https://client.test/' }, body: '' }),
    'is not found': () => ({ status: 404, body: '' }),
    'fails at its server': () => ({ status: 500, body: '' }),
  };
  test.each(Object.entries(cases))('%s', async (_, answers) => {
    const url = freshUrl();
    answer = answers(url);
    await expect(find(url)).rejects.toMatchObject({ status: 400, code: 'invalid_client_metadata' });
    expect(await server.db.sql`select 1 from oauth_applications where client_id = ${url}`).toHaveLength(0);
  });

  test('never comes', async () => {
    const url = freshUrl();
    answer = {};
    const ctx = { ...server.ctx, clientDocuments: createClientDocuments({ ...here, timeoutMs: 500 }) };
    await expect(findApplication(ctx, url)).rejects.toMatchObject({ status: 400, code: 'invalid_client_metadata' });
    expect(await server.db.sql`select 1 from oauth_applications where client_id = ${url}`).toHaveLength(0);
  });

  test('asks for a redirect URI that nobody may register', async () => {
    const url = freshUrl();
    describeClient(url, { redirect_uris: ['javascript:alert(1)'] });
    await expect(find(url)).rejects.toMatchObject({ code: 'invalid_redirect_uri' });
  });
});

// At the server of documents, which would answer.
test.each([
  (at: string) => `https://${at}`,
  (at: string) => `https://${at}/`,
  (at: string) => `https://${at}/a/../b`,
  (at: string) => `https://${at}/a#b`,
  (at: string) => `https://${at}/a#`,
  (at: string) => `https://user@${at}/a`,
  (at: string) => `https://user:word@${at}/a`,
  (at: string) => `https://${at.toUpperCase()}/a`,
  (at: string) => `https://${at.replace(':', ':0')}/a`,
  (at: string) => `https://${at}/a b`,
  (at: string) => `https://${at}/${'a'.repeat(500)}`,
])('%s is no address of a document', async (write) => {
  const url = write(`${HOST}:${port}`);
  describeClient(url);
  await expect(find(url)).rejects.toMatchObject({ code: 'invalid_client_metadata' });
  expect(fetched).toBe(0);
});

test('with a list of allowed hosts, the document’s own host must be on it as well', async () => {
  const url = freshUrl();
  describeClient(url, { redirect_uris: ['https://other.test/callback'] });
  const allow = (hosts: string[]) =>
    server.db.sql`update oauth_policy set registration = 'allowed_hosts', allowed_hosts = ${hosts}`;
  await allow(['other.test']);
  await expect(find(url)).rejects.toMatchObject({ code: 'invalid_redirect_uri' });
  expect(fetched, 'who may not register makes this server fetch nothing').toBe(0);
  await allow([HOST]);
  await expect(find(url)).rejects.toMatchObject({ code: 'invalid_redirect_uri' });
  await allow([HOST, 'other.test']);
  expect(await find(url)).toMatchObject({ status: 'approved' });
  await allow(['other.test']);
  await expect(find(url)).rejects.toMatchObject({ code: 'invalid_redirect_uri' });
});

test('a document that comes to return to hosts on the list is let in again; while its server is away it is not', async () => {
  const url = freshUrl();
  describeClient(url, { redirect_uris: ['https://other.test/callback'] });
  await find(url);
  await server.db.sql`update oauth_policy set registration = 'allowed_hosts', allowed_hosts = ${[HOST]}`;
  server.clock.offsetMs = 6 * MINUTE;
  const before = answer;
  answer = { status: 503, body: '' };
  await expect(find(url)).rejects.toMatchObject({ code: 'invalid_redirect_uri' });
  answer = before;
  await expect(find(url)).rejects.toMatchObject({ code: 'invalid_redirect_uri' });
  describeClient(url);
  expect(await find(url)).toMatchObject({ hosts: [HOST], status: 'approved' });
});

test('where approval is required it waits, and waits again when it comes to return elsewhere', async () => {
  await server.db.sql`update oauth_policy set require_approval = true`;
  const url = freshUrl();
  describeClient(url);
  const { id } = (await find(url)) ?? { id: '' };
  expect(await find(url)).toMatchObject({ status: 'pending' });
  await server.db.sql`update oauth_applications set status = 'approved' where id = ${id}`;
  server.clock.offsetMs = 6 * MINUTE;
  expect(await find(url)).toMatchObject({ status: 'approved' });
  describeClient(url, { redirect_uris: ['https://elsewhere.test/callback'] });
  server.clock.offsetMs = 12 * MINUTE;
  expect(await find(url)).toMatchObject({ status: 'pending', hosts: ['elsewhere.test'] });
});

test('an approved document that takes another name waits again, without who approved the old one, and that is audited', async () => {
  await server.db.sql`update oauth_policy set require_approval = true`;
  const url = freshUrl();
  describeClient(url);
  const { id } = (await find(url)) ?? { id: '' };
  await server.ok('POST /api/oauth-apps/:id/approve', { params: { id } });
  server.clock.offsetMs = 6 * MINUTE;
  describeClient(url, { client_name: 'Claude' });
  expect(await find(url)).toMatchObject({ status: 'pending', name: 'Claude' });
  const [row] = await server.db.sql`select approved_by, approved_at from oauth_applications where id = ${id}`;
  expect(row).toEqual({ approved_by: null, approved_at: null });
  expect((await auditOf(server.db, id)).map(({ action, details }) => [action, details.status])).toEqual([
    ['oauth.app.register', 'pending'],
    ['oauth.app.approve', undefined],
    ['oauth.app.register', 'pending'],
  ]);
});

test('a document that takes its time is judged by the policy of the moment in which it is there', async () => {
  const url = freshUrl();
  describeClient(url);
  const slow = { ...createClientDocuments(here) };
  const ctx = {
    ...server.ctx,
    clientDocuments: {
      fetch: async (address: string) => {
        const document = await slow.fetch(address);
        await server.db.sql`update oauth_policy set require_approval = true`;
        return document;
      },
    },
  };
  expect(await findApplication(ctx, url)).toMatchObject({ status: 'pending' });
});

test('many that ask for one document at once make one application, and have it fetched once while they wait', async () => {
  const url = freshUrl();
  describeClient(url);
  const found = await Promise.all(Array.from({ length: 10 }, () => find(url)));
  expect(new Set(found.map((application) => application?.id))).toHaveProperty('size', 1);
  fetched = 0;
  const { fetch } = createClientDocuments(here);
  await Promise.all(Array.from({ length: 10 }, () => fetch(url)));
  expect(fetched).toBe(1);
});

describe('nothing is fetched', () => {
  const fetch = (url: string, parts: ClientDocumentsParts) => createClientDocuments({ ...here, ...parts }).fetch(url);

  test.each([
    '127.0.0.1',
    '::1',
    '10.0.0.1',
    '169.254.169.254',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
  ])('from a name that leads to %s, which is not public', async (address) => {
    const resolve = async () => ['8.8.8.8', address];
    const refused = fetch(`https://${HOST}:${port}/x`, { anywhere: false, resolve });
    await expect(refused).rejects.toMatchObject({ obstacle: 'refused' });
    expect(fetched).toBe(0);
  });

  test('over a certificate that nobody vouches for', async () => {
    await expect(fetch(`https://${HOST}:${port}/x`, { ca: undefined })).rejects.toMatchObject({ obstacle: 'away' });
    expect(fetched).toBe(0);
  });

  test('more often than sixty times in a minute', async () => {
    answer = { body: '{}' };
    const { fetch: fetchOne } = createClientDocuments(here);
    for (let sent = 0; sent < 60; sent++) await fetchOne(`https://${HOST}:${port}/${sent}`);
    await expect(fetchOne(`https://${HOST}:${port}/60`)).rejects.toMatchObject({ obstacle: 'away' });
    expect(fetched).toBe(60);
  });
});
