import { expect, test } from 'vitest';
import { createBus, offline } from '../../runtime/bus.ts';
import { createLog } from '../../runtime/log.ts';

function setUp() {
  const lines: string[] = [];
  return { bus: createBus(createLog('info', { write: (line) => lines.push(line) })), lines };
}

test('an event reaches who subscribed to its kind, until they end it', () => {
  const { bus } = setUp();
  const seen: string[] = [];
  const end = bus.subscribe('changed', ({ noun }) => void seen.push(noun));
  bus.publish([
    { type: 'changed', noun: 'jobs' },
    { type: 'jobs.deliverable', deviceIds: ['1'] },
  ]);
  end();
  bus.publish([{ type: 'changed', noun: 'devices' }]);
  expect(seen).toEqual(['jobs']);
});

test('a listener that throws, or rejects later, is logged and keeps nobody from hearing', async () => {
  const { bus, lines } = setUp();
  const seen: string[] = [];
  bus.subscribe('changed', () => {
    throw new Error('at once');
  });
  bus.subscribe('changed', async () => {
    await Promise.resolve();
    throw new Error('later');
  });
  bus.subscribe('changed', ({ noun }) => void seen.push(noun));
  bus.publish([{ type: 'changed', noun: 'jobs' }]);
  expect(seen).toEqual(['jobs']);
  await expect.poll(() => lines).toHaveLength(2);
  expect(lines.join('')).toMatch(/at once.*later/s);
});

test('a question to a device is offline until a hub answers questions', async () => {
  const { bus } = setUp();
  expect(await bus.request('1', { t: 'inventory.get' }, 10)).toBe(offline);
  bus.respond(async (deviceId) => `answer of ${deviceId}`);
  expect(await bus.request('1', { t: 'inventory.get' }, 10)).toBe('answer of 1');
});
