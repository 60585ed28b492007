/** How a delivery leaves: to a judged address, over verified TLS, without redirects, within its time (ATTACKS.md 41). */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebhookError } from '../../domain/webhooks/sender.ts';
import { createWebhookSender, type WebhookSenderParts } from '../../runtime/webhook-sender.ts';
import { makeCertificate, type Receiver, startReceiver } from '../webhook-receiver.ts';

let tls: { cert: string; key: string };
beforeAll(() => {
  tls = makeCertificate('hook.test');
});
const open: Receiver[] = [];
afterEach(async () => {
  for (const receiver of open.splice(0)) await receiver.stop();
});
async function started(secure = false): Promise<Receiver> {
  const receiver = await startReceiver(secure ? tls : undefined);
  open.push(receiver);
  return receiver;
}
const here = async () => ['127.0.0.1'];

async function outcome(url: string, parts: WebhookSenderParts = {}, publicOnly = false): Promise<string> {
  try {
    const sender = createWebhookSender({ resolve: here, timeoutMs: 20_000, ...parts });
    const { status, text } = await sender.send({ url, headers: { 'X-Test': '1' }, body: '{"ä":1}', publicOnly });
    return `${status} ${text}`;
  } catch (error) {
    if (error instanceof WebhookError) return `${error.obstacle}: ${error.message}`;
    throw error;
  }
}

describe('TLS', () => {
  test('is verified against the name in the URL, whatever address it is reached at', async () => {
    const receiver = await started(true);
    expect(await outcome(`https://hook.test:${receiver.port}/in`, { ca: tls.cert })).toBe('200 ok');
    expect(receiver.calls[0]).toMatchObject({
      path: '/in',
      body: '{"ä":1}',
      headers: { host: `hook.test:${receiver.port}` },
    });
    expect(await outcome(`https://other.test:${receiver.port}/in`, { ca: tls.cert })).toMatch(/^receiver: .*altnames/);
    expect(await outcome(`https://hook.test:${receiver.port}/in`)).toMatch(/^receiver: .*self-signed/);
    expect(receiver.calls).toHaveLength(1);
  });
});

describe('the receiver', () => {
  test('is not followed to another place', async () => {
    const [receiver, other] = [await started(), await started()];
    receiver.behave({ location: `http://hook.test:${other.port}/stolen` });
    expect(await outcome(`http://hook.test:${receiver.port}/`)).toBe('302 ');
    expect(other.calls).toEqual([]);
  });

  test.each([
    ['stall', { timeoutMs: 500 }, /^receiver: It did not answer within 0.5 s/],
    ['die', {}, /^receiver: socket hang up/],
  ] as const)('may %s', async (manner, parts, expected) => {
    const receiver = await started();
    receiver.behave(manner);
    expect(await outcome(`http://hook.test:${receiver.port}/`, parts)).toMatch(expected);
  });

  test('is read no further than 4 KiB', async () => {
    const receiver = await started();
    receiver.behave('flood');
    expect(await outcome(`http://hook.test:${receiver.port}/`)).toBe(`500 ${'x'.repeat(4096)}`);
  });

  test('may be one whose look-up hangs', async () => {
    const resolve = () => new Promise<never>(() => undefined);
    expect(await outcome('http://hook.test/', { resolve, timeoutMs: 500 })).toMatch(/^receiver: It did not/);
  });
});

describe('an address', () => {
  test.each([
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[fd00::1]',
    '0x7f.1',
    '2130706433',
    '0177.0.0.1',
  ])('%s in the URL is refused', async (host) => {
    const system = { resolve: undefined };
    expect(await outcome(`https://${host}/`, system, true)).toMatch(/^address: .* is a private or reserved address/);
    await expect(createWebhookSender().vet({ url: `https://${host}/`, publicOnly: true })).rejects.toThrow('private');
  });

  test('among those that a name leads to refuses all of them', async () => {
    const resolve = async () => ['8.8.8.8', '::ffff:10.0.0.1'];
    expect(await outcome('https://hook.test/', { resolve }, true)).toBe(
      'address: hook.test leads to ::ffff:10.0.0.1, which is a private or reserved address.',
    );
  });

  test('is the one that was judged: a name that leads elsewhere the next moment is not asked again', async () => {
    const [receiver, inner] = [await started(), await started()];
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return asked === 1 ? ['127.0.0.1'] : ['127.0.0.2'];
    };
    expect(await outcome(`http://hook.test:${receiver.port}/`, { resolve })).toBe('200 ok');
    expect(asked).toBe(1);
    expect(inner.calls).toEqual([]);
  });

  test('that a name does not have is said so', async () => {
    const resolve = async () => Promise.reject(new Error('ENOTFOUND'));
    expect(await outcome('https://hook.test/', { resolve }, true)).toBe(
      'host: hook.test has no address that can be found.',
    );
  });
});
