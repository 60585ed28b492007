import { describe, expect, it } from 'vitest';
import { waitAfter } from '../../agent/link/backoff.ts';
import { proxyFor } from '../../agent/link/proxy.ts';
import type { SocketEnd } from '../../agent/link/socket.ts';

const now = new Date('2026-11-20T09:31:27Z');
const low = () => 0;
const high = () => 1;
const range = (end: SocketEnd, attempts = 1) =>
  [low, high].map((random) => waitAfter(end, attempts, random, now) / 1000);
const failed: SocketEnd = { kind: 'failed', message: 'ECONNREFUSED' };
const closed = (code: number, reason = ''): SocketEnd => ({ kind: 'closed', code, reason });
const refused = (status: number, retryAfter?: string): SocketEnd => ({ kind: 'refused', status, retryAfter });

describe('the wait before the next attempt', () => {
  it('is anywhere between nothing and 1 s, doubling to 60 s', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 1000].map((attempts) => range(failed, attempts))).toEqual(
      [1, 2, 4, 8, 16, 32, 60, 60, 60].map((most) => [0, most]),
    );
  });

  it.each([
    ['a restarting server', closed(1001), [0, 1]],
    ['a server that asks to spread over 45 s', closed(1013, 'restart spread=45'), [0, 45]],
    ['a spread beyond an hour', closed(1013, 'spread=999999'), [0, 3600]],
    ['a replaced connection', closed(4001), [60, 120]],
    ['Retry-After in seconds', refused(503, '20'), [20, 40]],
    ['Retry-After as a date', refused(429, 'Fri, 20 Nov 2026 09:31:37 GMT'), [10, 20]],
    ['Retry-After without sense', refused(503, 'soon'), [0, 1]],
    ['too many attempts', refused(429), [30, 60]],
    ['a refused credential', refused(401), [15, 30]],
  ] as const)('after %s', (_name, end, expected) => {
    expect(range(end)).toEqual(expected);
  });

  it('of a refused credential grows to a quarter of an hour', () => {
    expect(range(refused(401), 50)).toEqual([450, 900]);
  });
});

describe('the proxy', () => {
  const env = {
    HTTPS_PROXY: 'http://proxy:3128',
    http_proxy: 'plain:80',
    NO_PROXY: 'intern.example, .lan,10.0.0.1,[::1],host:8443',
  };

  it.each([
    ['wss://rmm.example.com/ws/agent', 'http://proxy:3128'],
    ['ws://rmm.example.com/ws/agent', 'http://plain:80'],
    ['wss://intern.example/', undefined],
    ['wss://a.intern.example/', undefined],
    ['wss://notintern.example/', 'http://proxy:3128'],
    ['wss://server.lan/', undefined],
    ['wss://10.0.0.1/', undefined],
    ['wss://[::1]/', undefined],
    ['wss://host:8443/', undefined],
    ['wss://host/', 'http://proxy:3128'],
  ])('of %s is %s', (address, proxy) => {
    expect(proxyFor(address, env)).toBe(proxy);
  });

  it('is none without a setting, and with NO_PROXY=*', () => {
    expect(proxyFor('wss://a/', {})).toBeUndefined();
    expect(proxyFor('wss://a/', { HTTPS_PROXY: 'p:1', NO_PROXY: '*' })).toBeUndefined();
  });
});
