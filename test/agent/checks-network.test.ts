/** Checks of what answers over the network, against servers of the test. */
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { networkSentence } from '../../agent/checks/network-sentence.ts';
import { prepare } from '../../agent/checks/registry.ts';
import { freePort } from '../server-process.ts';
import { reading } from './reading.ts';
import { selfSigned } from './self-signed.ts';

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

describe('ping', () => {
  const says = (received: number, average: number | null) => ({
    platform: { ping: async () => ({ sent: 4, received, average_ms: average }) },
  });

  it('is the average of those that answered, and an error when none did', async () => {
    expect(await reading('ping', { host: 'x' }, says(3, 12.5))).toMatchObject({ verdict: 'ok', value: 12.5 });
    expect(await reading('ping', { host: 'x' }, says(0, null))).toMatchObject({ verdict: 'error', value: null });
  });

  it('takes an IPv6 address with brackets, and nothing else in them', async () => {
    const hosts: string[] = [];
    const ping = async (host: string) => {
      hosts.push(host);
      return { sent: 1, received: 1, average_ms: 1 };
    };
    expect(await reading('ping', { host: '[::1]' }, { platform: { ping } })).toMatchObject({ verdict: 'ok' });
    expect(await reading('ping', { host: '[-f]' }, { platform: { ping } })).toMatchObject({ verdict: 'unknown' });
    expect(await reading('ping', { host: '[]' }, { platform: { ping } })).toMatchObject({ verdict: 'unknown' });
    expect(hosts).toEqual(['::1']);
  });

  it.each(['-f', '-c 1 x', 'a b', 'a;id', '$(id)', 'http://x/', ''])('%j is no host', (host) => {
    expect(prepare('ping', { host })).toBeUndefined();
  });
});

describe('tcp', () => {
  it('is the time until a connection stands', async () => {
    const port = await listen(createServer((socket) => socket.end()));
    const said = await reading('tcp', { host: '127.0.0.1', port });
    expect(said).toMatchObject({ verdict: 'ok', value: expect.any(Number) });
    expect(await reading('tcp', { host: 'localhost', port })).toMatchObject({ verdict: 'ok' });
  });

  it('is an error when nothing listens, or the name is not known', async () => {
    const port = await listen(createServer());
    const free = await freePort();
    const refused = await reading('tcp', { host: '127.0.0.1', port: free });
    expect(refused).toEqual({
      verdict: 'error',
      value: null,
      output: `127.0.0.1:${free}: The connection was refused.`,
    });
    expect(await reading('tcp', { host: 'nobody.invalid', port })).toMatchObject({ verdict: 'error' });
  });
});

describe('http', () => {
  const web = async (answer: RequestListener) => `http://127.0.0.1:${await listen(createHttpServer(answer))}`;

  it.each(['169.254.169.254', '[::ffff:169.254.169.254]', '[fe80::1]', '2852039166', '[fd00:ec2::254]'])(
    '%s is not asked: a cloud tells there what a machine may do',
    async (host) => {
      const said = await reading('http', { url: `http://${host}/latest/meta-data/` });
      expect(said).toMatchObject({ verdict: 'error', output: 'Link-local addresses are not asked.' });
    },
  );

  it('neither does a redirect lead there', async () => {
    const url = await web((_, answer) => answer.writeHead(302, { location: 'http://169.254.169.254/' }).end());
    expect(await reading('http', { url })).toMatchObject({ output: 'Link-local addresses are not asked.' });
  });

  it('is the time of an answer with the expected status and text', async () => {
    const url = await web((_request, response) => void response.end(`${'x'.repeat(70_000)}All is we`.concat('ll')));
    expect(await reading('http', { url })).toMatchObject({ verdict: 'ok', value: expect.any(Number) });
    expect(await reading('http', { url, expect_body: 'All is well' })).toMatchObject({ verdict: 'ok' });
    const other = await reading('http', { url, expect_body: 'All is lost' });
    expect(other).toMatchObject({ verdict: 'error' });
    expect(other.output).toContain('does not hold');
    expect(await reading('http', { url, expect_status: 404 })).toMatchObject({ verdict: 'error' });
  });

  it('uses the method, and finds a text that came in two pieces', async () => {
    const methods: (string | undefined)[] = [];
    const url = await web((request, response) => {
      methods.push(request.method);
      response.write('All is ');
      setTimeout(() => response.end('well'), 50);
    });
    expect(await reading('http', { url, method: 'POST', expect_body: 'All is well' })).toMatchObject({ verdict: 'ok' });
    expect(await reading('http', { url, method: 'HEAD' })).toMatchObject({ verdict: 'ok' });
    expect(methods).toEqual(['POST', 'HEAD']);
  });

  it('follows redirects when it should, at most ten, and to web addresses only', async () => {
    const url = await web((request, response) => {
      const target = { '/a': '/b', '/loop': '/loop', '/file': 'file:///etc/passwd' }[request.url ?? ''];
      response.writeHead(target ? 302 : 200, target ? { location: target } : {}).end();
    });
    expect(await reading('http', { url: `${url}/a` })).toMatchObject({ verdict: 'ok' });
    expect(await reading('http', { url: `${url}/a`, follow: false, expect_status: 302 })).toMatchObject({
      verdict: 'ok',
    });
    expect(await reading('http', { url: `${url}/loop` })).toMatchObject({
      verdict: 'error',
      output: 'More than 10 redirects.',
    });
    expect(await reading('http', { url: `${url}/file` })).toMatchObject({ verdict: 'error' });
  });

  it('shows its password to the server it is for, not to the next one, and in no output', async () => {
    const seen: (string | undefined)[] = [];
    const other = await web((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(500).end();
    });
    const url = await web((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(302, { location: other }).end();
    });
    const said = await reading('http', { url: url.replace('//', '//anna:s3cret@') });
    expect(seen).toEqual([`Basic ${Buffer.from('anna:s3cret').toString('base64')}`, undefined]);
    expect(said.output).not.toContain('s3cret');
    const closed = await reading('http', { url: 'http://anna:s3cret@127.0.0.1:1/?token=s3cret' });
    expect(closed).toMatchObject({ verdict: 'error' });
    expect(closed.output).not.toContain('s3cret');
  });

  it('reads no more than 1 MiB of a body that never ends', async () => {
    let sent = 0;
    const url = await web((_request, response) => {
      const piece = 'y'.repeat(64 * 1024);
      const more = () => {
        while (!response.destroyed && response.write(piece)) sent += piece.length;
      };
      response.on('drain', more);
      more();
    });
    expect(await reading('http', { url, expect_body: 'never' })).toMatchObject({ verdict: 'error' });
    expect(sent).toBeLessThan(32 * 1024 * 1024);
  });

  it('of a server with a certificate that nobody signed is an error', async () => {
    const port = await listen(createTlsServer(selfSigned('127.0.0.1'), (socket) => socket.end()));
    const said = await reading('http', { url: `https://127.0.0.1:${port}/` });
    expect(said).toMatchObject({ verdict: 'error', output: 'The certificate is signed by itself.' });
  });

  it('ends with its time', async () => {
    const url = await web(() => undefined);
    const said = await reading('http', { url }, { signal: AbortSignal.timeout(200) });
    expect(said.verdict).toBe('unknown');
  });
});

describe('certificate', () => {
  const served = (name: string) => listen(createTlsServer(selfSigned(name), (socket) => socket.end()));
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

  it('is measured though nobody known has signed it, and says so', async () => {
    const said = await reading('certificate', { host: 'localhost', port: await served('localhost') });
    expect(said.verdict).toBe('ok');
    expect(said.value).toBeCloseTo(30, 0);
    expect(said.output).toContain('does not trust');
    const byAddress = await reading('certificate', { host: '127.0.0.1', port: await served('127.0.0.1') });
    expect(byAddress).toMatchObject({ verdict: 'ok' });
  });

  it('is an error when it has expired, is not valid yet or is for another name; the days stay its value', async () => {
    const port = await served('localhost');
    const expired = await reading('certificate', { host: 'localhost', port }, { now: inDays(31) });
    expect(expired.verdict).toBe('error');
    expect(expired.value).toBeCloseTo(-1, 0);
    expect(await reading('certificate', { host: 'localhost', port }, { now: inDays(-1) })).toMatchObject({
      verdict: 'error',
      output: expect.stringContaining('not valid yet'),
    });
    expect(await reading('certificate', { host: '127.0.0.1', port })).toMatchObject({
      verdict: 'error',
      output: expect.stringContaining('not for 127.0.0.1'),
    });
  });

  it('is an error where none is served', async () => {
    const port = await listen(createServer((socket) => socket.end('no tls here\n')));
    expect(await reading('certificate', { host: '127.0.0.1', port })).toMatchObject({ verdict: 'error', value: null });
  });
});

describe('a sentence about the network', () => {
  it('is found in what fetch and several addresses wrap', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    expect(networkSentence(new TypeError('fetch failed', { cause: refused }))).toBe('The connection was refused.');
    expect(networkSentence(new AggregateError([refused, refused]))).toBe('The connection was refused.');
    expect(networkSentence(Object.assign(new Error('x'), { code: 'EODD' }))).toBe('It failed with EODD.');
  });
});
