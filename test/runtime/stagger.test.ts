import { expect, test } from 'vitest';
import { createStagger } from '../../runtime/stagger.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('of those that come together one passes in each turn of the event loop, in their order', async () => {
  const stagger = createStagger();
  const passed: string[] = [];
  const come = (name: string) => void stagger().then(() => passed.push(name));
  for (const name of ['a', 'b', 'c']) come(name);
  const seen: string[] = [];
  for (let turns = 0; turns < 4; turns++) {
    await turn();
    seen.push(passed.join(''));
    if (turns === 1) come('d');
  }
  expect(seen).toEqual(['a', 'ab', 'abc', 'abcd']);
});

test('who comes later, when nobody waits any more, passes in the next turn', async () => {
  const stagger = createStagger();
  await stagger();
  let passed = false;
  void stagger().then(() => {
    passed = true;
  });
  expect(passed).toBe(false);
  await turn();
  expect(passed).toBe(true);
});
