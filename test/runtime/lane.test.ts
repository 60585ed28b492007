import { expect, test } from 'vitest';
import { createLane } from '../../runtime/lane.ts';

/** A lane whose claims a test lets through one by one. */
function heldLane() {
  const due: { id: string }[] = [];
  const sent: string[] = [];
  const claims: (() => void)[] = [];
  const failures: unknown[] = [];
  const lane = createLane<{ id: string }>({
    senders: 1,
    claim: async () => {
      const found = due.shift(); // what the database saw when it was asked
      await new Promise<void>((resolve) => claims.push(resolve));
      return found;
    },
    send: async ({ id }) => void sent.push(id),
    failed: (error) => failures.push(error),
  });
  const answer = async () => {
    claims.shift()?.();
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  return { due, sent, claims, failures, lane, answer };
}

test('work that comes while every sender looks for some is found at once', async () => {
  const { due, sent, claims, failures, lane, answer } = heldLane();
  lane.wake();
  due.push({ id: 'late' });
  lane.wake();
  await answer(); // nothing was there when it looked
  expect(claims).toHaveLength(1);
  await answer();
  expect(sent).toEqual(['late']);
  await answer();
  await lane.stop();
  expect(failures).toEqual([]);
});

test('a lane that finds nothing, and that nobody woke meanwhile, rests', async () => {
  const { claims, lane, answer } = heldLane();
  lane.wake();
  await answer();
  expect(claims).toHaveLength(0);
  await lane.stop();
});
