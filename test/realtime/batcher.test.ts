import { expect, test } from 'vitest';
import { createBatcher } from '../../realtime/batcher.ts';
import { createLog } from '../../runtime/log.ts';

const MIB = 1024 * 1024;

test('heavy items go in several batches, one of any weight alone, light ones together', async () => {
  const batches: number[][] = [];
  const batcher = createBatcher({
    name: 'test',
    max: 500,
    log: createLog('silent'),
    run: async (items: number[]) => {
      batches.push(items);
      return items;
    },
  });
  const weights = [3, 3, 3, 20, 0, 0, 0];
  expect(await Promise.all(weights.map((weight, index) => batcher.add(index, weight * MIB)))).toEqual([
    0, 1, 2, 3, 4, 5, 6,
  ]);
  expect(batches).toEqual([[0, 1], [2], [3], [4, 5, 6]]);
});

test('while nothing is written the queue takes items up to a weight and refuses what follows', async () => {
  const writing = Promise.withResolvers<void>();
  const batcher = createBatcher({
    name: 'test',
    max: 500,
    log: createLog('silent'),
    run: async (items: number[]) => {
      await writing.promise;
      return items;
    },
  });
  const waiting = Array.from({ length: 4 }, (_, index) => batcher.add(index, 64 * MIB));
  await expect(batcher.add(4, 1)).rejects.toThrow('wait');
  writing.resolve();
  expect(await Promise.all(waiting)).toEqual([0, 1, 2, 3]);
  expect(await batcher.add(5, 64 * MIB)).toBe(5);
});
