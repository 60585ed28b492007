import { randomBytes } from 'node:crypto';
import { parseOptions } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { hashPassword, nobodysHash, verifyPassword } from '../../../domain/passwords/hash.ts';
import { createQueue } from '../../../domain/passwords/queue.ts';

test('a password fits its own hash only, in whichever form its characters arrive', async () => {
  const stored = await hashPassword('Größe-und-Café!', randomBytes);
  expect(stored).toMatch(/^\$argon2id\$/);
  expect(await verifyPassword(stored, 'Größe-und-Café!'.normalize('NFD'), 'stranger')).toBe(true);
  expect(await verifyPassword(stored, 'größe-und-café!', 'stranger')).toBe(false);
});

test('the same password has another hash each time', async () => {
  expect(await hashPassword('Correct-Horse-9', randomBytes)).not.toBe(
    await hashPassword('Correct-Horse-9', randomBytes),
  );
});

test('without a stored hash the answer is no, after the same work as with one', async () => {
  expect(await verifyPassword(null, 'Correct-Horse-9', 'stranger')).toBe(false);
  expect(parseOptions(nobodysHash)).toEqual(parseOptions(await hashPassword('Correct-Horse-9', randomBytes)));
});

test('two works run at a time, a hundred wait, and the next is 503 with Retry-After', async () => {
  const inLine = createQueue(2, 100);
  let running = 0;
  let most = 0;
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await gate;
    running -= 1;
  };
  const accepted = Array.from({ length: 102 }, () => inLine('familiar', work));
  await expect(inLine('familiar', work)).rejects.toMatchObject({
    status: 503,
    code: 'busy',
    extras: { headers: { 'Retry-After': '1' } },
  });
  open();
  await Promise.all(accepted);
  expect(most).toBe(2);
  await expect(inLine('familiar', async () => 'free again')).resolves.toBe('free again');
});

test('strangers leave one place to those who come back', async () => {
  const inLine = createQueue(2, 100);
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running -= 1;
  };
  const strangers = Array.from({ length: 10 }, () => inLine('stranger', work));
  await expect(inLine('familiar', async () => running)).resolves.toBe(1);
  await Promise.all(strangers);
  expect(most).toBe(1);
});

test('a work that fails gives its place to the next', async () => {
  const inLine = createQueue(1, 1);
  const failing = inLine('stranger', () => Promise.reject(new Error('broken')));
  const next = inLine('familiar', async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  await expect(next).resolves.toBe('done');
});

test('a full line of strangers neither shuts out nor delays those who signed in here before', async () => {
  const inLine = createQueue(1, 2);
  const order: string[] = [];
  const work = (name: string) => async () => void order.push(name);
  let open = () => {};
  const holding = inLine('stranger', () => new Promise<void>((resolve) => (open = resolve)));
  const strangers = [inLine('stranger', work('first')), inLine('stranger', work('second'))];
  await expect(inLine('stranger', work('third'))).rejects.toMatchObject({ status: 503 });
  const familiar = [inLine('familiar', work('at home')), inLine('familiar', work('at home too'))];
  await expect(inLine('familiar', work('one too many'))).rejects.toMatchObject({ status: 503 });
  open();
  await Promise.all([holding, ...strangers, ...familiar]);
  expect(order).toEqual(['at home', 'at home too', 'first', 'second']);
});

test('who comes back again and again does not keep strangers out: each fourth place is theirs', async () => {
  const inLine = createQueue(1, 100);
  const order: string[] = [];
  let open = () => {};
  const holding = inLine('familiar', () => new Promise<void>((resolve) => (open = resolve)));
  const works = (['familiar', 'stranger'] as const).flatMap((lane) =>
    Array.from({ length: 6 }, () => inLine(lane, async () => void order.push(lane[0] ?? ''))),
  );
  open();
  await Promise.all([holding, ...works]);
  expect(order.join('')).toBe('fffsfffsssss');
});
