/** Names that strangers send are asked of DNS, and hold up nobody's look-up (runtime/resolve-names.ts). */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { createNameResolver } from '../../runtime/resolve-names.ts';

const TYPES: Record<number, string> = { 1: 'A', 28: 'AAAA' };

/** A DNS server with these answers (RFC 1035, 4.1), by type and name; undefined: it says nothing, empty: no such record. */
async function startDns(answers: Record<string, number[] | undefined>): Promise<string> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.subarray(at + 1, at + 1 + length).toString());
      at += 1 + length;
    }
    const type = query.readUInt16BE(at + 1);
    const data = answers[`${TYPES[type]} ${labels.join('.')}`];
    if (!data) return;
    const head = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x80, 0, 1, 0, data.length > 0 ? 1 : 0, 0, 0, 0, 0]);
    const record = Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data]);
    const parts = [head, query.subarray(12, at + 5), ...(data.length > 0 ? [record] : [])];
    socket.send(Buffer.concat(parts), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return `127.0.0.1:${socket.address().port}`;
}

const LOOPBACK_V6 = [...Array<number>(15).fill(0), 1];

test('a name has the addresses of both families, or of the one that there is', async () => {
  const dns = await startDns({
    'A both.test': [192, 0, 2, 1],
    'AAAA both.test': LOOPBACK_V6,
    'A four.test': [192, 0, 2, 4],
    'AAAA four.test': [],
    'A none.test': [],
    'AAAA none.test': [],
  });
  const resolve = createNameResolver([dns]);
  expect(await resolve('both.test')).toEqual(['192.0.2.1', '::1']);
  expect(await resolve('four.test')).toEqual(['192.0.2.4']);
  await expect(resolve('none.test')).rejects.toThrow('DNS knows no address of none.test');
});

test('an address is what it is, and nobody is asked', async () => {
  const resolve = createNameResolver(['127.0.0.1:1']);
  expect(await resolve('127.0.0.1')).toEqual(['127.0.0.1']);
  expect(await resolve('::1')).toEqual(['::1']);
});

test('twenty names of which nobody says anything hold up none that somebody knows', async () => {
  const dns = await startDns({ 'A known.test': [192, 0, 2, 9], 'AAAA known.test': [] });
  const resolve = createNameResolver([dns]);
  let silent = 20;
  const given = Array.from({ length: silent }, (_, i) => resolve(`silent${i}.test`).finally(() => silent--));
  for (const one of given) one.catch(() => undefined);
  expect(await resolve('known.test')).toEqual(['192.0.2.9']);
  expect(silent).toBe(20);
  expect((await Promise.allSettled(given)).map(({ status }) => status)).not.toContain('fulfilled');
});
