import { expect, test } from 'vitest';
import { spaced } from '../../console/spaced.ts';

/** A function that counts its runs, and a clock that goes when told. */
function held() {
  const timers: (() => void)[] = [];
  let runs = 0;
  const ask = spaced(
    () => {
      runs += 1;
    },
    2000,
    (_, run) => timers.push(run),
  );
  return { ask, runs: () => runs, timeIsOver: () => timers.shift()?.() };
}

test('the first asking runs at once, those within the time run once when it is over', () => {
  const { ask, runs, timeIsOver } = held();
  ask();
  expect(runs()).toBe(1);
  ask();
  ask();
  expect(runs()).toBe(1);
  timeIsOver();
  expect(runs()).toBe(2);
});

test('what runs late keeps the distance as well, and silence ends it', () => {
  const { ask, runs, timeIsOver } = held();
  ask();
  ask();
  timeIsOver();
  ask();
  expect(runs()).toBe(2);
  timeIsOver();
  expect(runs()).toBe(3);
  timeIsOver();
  expect(runs()).toBe(3);
  ask();
  expect(runs()).toBe(4);
});
