import { expect, test } from 'vitest';
import { createLog, type Log } from '../../runtime/log.ts';

function logged(work: (log: Log) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  work(createLog('info', { write: (line) => void lines.push(line) }));
  return lines.map((line) => JSON.parse(line));
}

test('a line is JSON with its time, level and message', () => {
  const [line] = logged((log) => log.info({ device: 'd1' }, 'device enrolled'));
  expect(line).toMatchObject({
    level: 'info',
    time: expect.stringMatching(/Z$/),
    device: 'd1',
    msg: 'device enrolled',
  });
});

test('what is below the level is not written', () => {
  expect(logged((log) => log.debug('detail'))).toEqual([]);
});

test('secrets and what people run never reach the log, wherever a caller put them', () => {
  const secret = 'hunter2';
  const keys = [
    'password',
    'token',
    'authorization',
    'script',
    'secret',
    'credential',
    'stdout',
    'cookie',
    'ticket',
    'sec-websocket-protocol',
  ];
  const all = Object.fromEntries(keys.map((key) => [key, secret]));
  const lines = logged((log) => {
    log.info({ ...all });
    log.info({ body: { ...all } });
    log.info({ req: { headers: { ...all } } });
    log.child({ ...all }).info('child');
  });
  expect(lines).toHaveLength(4);
  expect(JSON.stringify(lines)).not.toContain(secret);
});

test('codes of errors stay readable', () => {
  const err = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  expect(logged((log) => log.warn({ err }, 'no database'))).toMatchObject([{ err: { code: 'ECONNREFUSED' } }]);
});

test('an error is written with its cause, and without the parameters of the query behind it', () => {
  const cause = new Error('duplicate key');
  Object.defineProperty(cause, 'parameters', { value: ['hunter2'], enumerable: false }); // as postgres.js does
  const [line] = logged((log) => log.error({ err: new Error('cannot save', { cause }) }, 'request failed'));
  expect(line).toMatchObject({
    err: { message: expect.stringContaining('cannot save'), stack: expect.stringContaining('duplicate key') },
  });
  expect(JSON.stringify(line)).not.toContain('hunter2');
});
