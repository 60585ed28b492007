import { expect, test } from 'vitest';
import { networkOf } from '../../domain/network.ts';
import { plainAddress } from '../../runtime/peer.ts';
import { createRateLimiter, type RateLimiter } from '../../runtime/rate-limit.ts';

const limit = { name: 'failures', points: 3, windowSec: 60 };

/** An attempt that fails, or succeeds, after others had their turn. */
async function attempt(limiter: RateLimiter, key: string, fails: boolean): Promise<'failed' | 'done' | number> {
  try {
    const leave = await limiter.enter(limit, key);
    await new Promise(setImmediate);
    if (fails) await limiter.spend(limit, key);
    leave();
    return fails ? 'failed' : 'done';
  } catch (problem) {
    expect(problem).toMatchObject({ status: 429, extras: { headers: { 'Retry-After': expect.any(String) } } });
    return 429;
  }
}

test('of fifty parallel failures as many get through as there are points', async () => {
  const limiter = createRateLimiter();
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => attempt(limiter, 'key', true)));
  expect(outcomes.filter((outcome) => outcome === 'failed')).toHaveLength(3);
  expect(outcomes.filter((outcome) => outcome === 429)).toHaveLength(47);
});

test('fifty parallel successes all get through, some after a wait', async () => {
  const limiter = createRateLimiter();
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => attempt(limiter, 'key', false)));
  expect(new Set(outcomes)).toEqual(new Set(['done']));
});

test('a hundred of one key wait at most; who comes then is told to come back, and other keys go on', async () => {
  const limiter = createRateLimiter();
  const many = Promise.all(Array.from({ length: 500 }, () => attempt(limiter, 'key', false)));
  expect(await attempt(limiter, 'other', false)).toBe('done');
  const outcomes = await many;
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(3 + 100);
  expect(outcomes.filter((outcome) => outcome === 429)).toHaveLength(500 - 103);
});

test('successes between failures spend nothing, and other keys have points of their own', async () => {
  const limiter = createRateLimiter();
  for (const fails of [true, false, true, false, true]) await attempt(limiter, 'key', fails);
  expect(await attempt(limiter, 'key', false)).toBe(429);
  expect(await attempt(limiter, 'other', false)).toBe('done');
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:ffff::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(plainAddress(address))).toBe(network);
});
