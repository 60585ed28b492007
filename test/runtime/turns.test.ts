import { expect, test } from 'vitest';
import { createTurns } from '../../runtime/turns.ts';

/** Work that a test ends by its name. */
function held(most: number, each: number, { lineOf = 100, line = 100 } = {}) {
  const turns = createTurns({ most, each, lineOf, line });
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const begin = (name: string, signal?: AbortSignal) => {
    const [key = ''] = name;
    const work = () => {
      begun.push(name);
      return new Promise<string>((resolve, reject) =>
        ends.set(name, (error) => (error ? reject(error) : resolve(name))),
      );
    };
    return turns(key, work, signal);
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (name: string, error?: Error) => {
    ends.get(name)?.(error);
    await settled();
  };
  return { begin, begun, end, settled };
}

test('so much runs at once, and the next begins when one has ended', async () => {
  const { begin, begun, end, settled } = held(2, 2);
  const all = ['a1', 'b1', 'c1', 'd1'].map((name) => begin(name));
  await settled();
  expect(begun).toEqual(['a1', 'b1']);
  await end('b1');
  expect(begun).toEqual(['a1', 'b1', 'c1']);
  for (const name of ['a1', 'c1', 'd1']) await end(name);
  expect(await Promise.all(all)).toEqual(['a1', 'b1', 'c1', 'd1']);
});

test('nobody waits behind somebody who has as many under way as they may', async () => {
  const { begin, begun, end, settled } = held(3, 1);
  const all = ['a1', 'a2', 'a3', 'b1'].map((name) => begin(name));
  await settled();
  expect(begun).toEqual(['a1', 'b1']);
  await end('a1');
  expect(begun).toEqual(['a1', 'b1', 'a2']);
  for (const name of ['b1', 'a2', 'a3']) await end(name);
  await Promise.all(all);
});

test('work that fails leaves its place, and its error is its own', async () => {
  const { begin, begun, end, settled } = held(1, 1);
  const failing = begin('a1').catch(({ message }) => message);
  const other = begin('b1');
  await settled();
  await end('a1', new Error('broken'));
  expect(begun).toEqual(['a1', 'b1']);
  await end('b1');
  expect([await failing, await other]).toEqual(['broken', 'b1']);
});

test('who goes away before their turn leaves the line, and what has begun goes on', async () => {
  const { begin, begun, end, settled } = held(1, 1, { line: 2 });
  const gone = new AbortController();
  const running = begin('a1', gone.signal);
  const waiting = begin('b1', gone.signal).catch(({ code }) => code);
  const other = begin('c1');
  await settled();
  gone.abort();
  expect(await waiting).toBe('cancelled');
  expect(await begin('d1', gone.signal).catch(({ code }) => code)).toBe('cancelled');
  const next = begin('e1'); // there is room in the line again
  await settled();
  for (const name of ['a1', 'c1', 'e1']) await end(name);
  expect(begun).toEqual(['a1', 'c1', 'e1']);
  expect(await Promise.all([running, other, next])).toEqual(['a1', 'c1', 'e1']);
});

test('the line has an end, for each and for all: who comes then is refused, and the others go on', async () => {
  const { begin, begun, end, settled } = held(1, 1, { lineOf: 2, line: 3 });
  const all = ['a1', 'a2', 'a3'].map((name) => begin(name));
  await expect(begin('a4')).rejects.toMatchObject({ status: 429, code: 'too_many_requests' });
  const other = begin('b1');
  await expect(begin('c1')).rejects.toMatchObject({ status: 429 });
  await settled();
  for (const name of ['a1', 'a2', 'a3', 'b1']) await end(name);
  expect(await Promise.all([...all, other])).toEqual(['a1', 'a2', 'a3', 'b1']);
  expect(begun).toHaveLength(4);
});
