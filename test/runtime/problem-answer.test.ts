import { expect, test } from 'vitest';
import { Problem } from '../../domain/problem.ts';
import { connect } from '../../runtime/database.ts';
import { createLog } from '../../runtime/log.ts';
import { answerProblem } from '../../runtime/problem-answer.ts';
import { createDatabase } from '../database.ts';

async function answered(error: unknown) {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  const answer = answerProblem(error, 'request-1', log);
  return { status: answer.status, headers: answer.headers, body: await answer.json(), log: lines.join('') };
}

const systemError = (code: string, extra: object = {}) =>
  Object.assign(new Error(`connect ${code} /secret/path`), { code, syscall: 'connect', ...extra });

test('a problem answers with its own words, and its cause goes to the log alone', async () => {
  const problem = new Problem(409, 'name_taken', 'A company named X exists.', { cause: new Error('key (name)=(X)') });
  const { status, body, log } = await answered(problem);
  expect({ status, body }).toEqual({
    status: 409,
    body: { error: 'A company named X exists.', code: 'name_taken', request_id: 'request-1' },
  });
  expect(log).toContain('key (name)=(X)');
});

test('anything else is a 500 without its text', async () => {
  for (const error of [new TypeError('boom at /secret/path'), 'boom', null, undefined, { message: 'boom' }]) {
    const { status, body } = await answered(error);
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toMatch(/boom|secret/);
  }
});

test.each(['CONNECTION_CLOSED', 'CONNECT_TIMEOUT', '57P01', '53300', '53100', '57014', '08006', '25006'])(
  '503 with Retry-After for %s: the database is away',
  async (code) => {
    const { status, body, headers } = await answered(Object.assign(new Error('x'), { code }));
    expect({ status, code: body.code, retry: headers.get('retry-after') }).toEqual({
      status: 503,
      code: 'database_unavailable',
      retry: '2',
    });
  },
);

test('a refused connection is the database being away only when it was a query that met it', async () => {
  expect((await answered(systemError('ECONNREFUSED', { query: 'select 1' }))).status).toBe(503);
  expect((await answered(systemError('ECONNREFUSED'))).status).toBe(500);
  expect((await answered(Object.assign(new Error('no file'), { code: 'ENOENT', syscall: 'open' }))).status).toBe(500);
});

test('a broken rule of the database is a fault of ours, not its absence', async () => {
  await using db = await createDatabase();
  const broken = await db.sql`insert into clients (name) values (null)`.catch((error: unknown) => error);
  const { status, body } = await answered(broken);
  expect(status).toBe(500);
  expect(JSON.stringify(body)).not.toContain('clients');
});

test('503 when nobody listens where the database should be', async () => {
  for (const url of ['postgres://x:x@127.0.0.1:1/x', `postgres://x:x@localhost/x?host=/nonexistent`]) {
    const sql = connect(url, { max: 1 });
    const away = await sql`select 1`.catch((error: unknown) => error);
    expect((await answered(away)).status).toBe(503);
    await sql.end({ timeout: 0 });
  }
});
