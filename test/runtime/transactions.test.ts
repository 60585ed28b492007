import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { connect, type Sql } from '../../runtime/database.ts';
import { createDatabase, type TestDatabase } from '../database.ts';

const WAIT = { timeout: 20_000, interval: 10 };

let db: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  db = await createDatabase();
  await db.ownerSql`create table notes (text text not null)`;
  await db.ownerSql`grant select, insert on notes to muster_app`;
});
beforeEach(async () => {
  await db.ownerSql`truncate notes`;
  sql = connect(db.url, { max: 2 });
  onTestFinished(() => sql.end({ timeout: 0 }));
});
afterAll(() => db.drop());

const notes = async () =>
  (await db.sql<{ text: string }[]>`select text from notes order by text`).map((row) => row.text);

/** Ends the session behind `tx` as an administrator, a failover or idle_in_transaction_session_timeout would. */
async function cut(tx: Pick<Sql, 'unsafe'>): Promise<void> {
  const [session] = await tx.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid');
  await db.ownerSql`select pg_terminate_backend(${session?.pid ?? 0})`;
  await vi.waitUntil(async () => {
    const left = await db.ownerSql`select 1 from pg_stat_activity where pid = ${session?.pid ?? 0}`;
    return left.length === 0;
  }, WAIT);
}

test('what a transaction did is there when it is over, with its result', async () => {
  const result = await sql.begin(async (tx) => {
    await tx`insert into notes values ('a')`;
    expect(await notes()).toEqual([]);
    return 'done';
  });
  expect({ result, notes: await notes() }).toEqual({ result: 'done', notes: ['a'] });
});

test('an error undoes all and is the one that comes out', async () => {
  const failed = sql.begin(async (tx) => {
    await tx`insert into notes values ('a')`;
    throw new Error('the rule says no');
  });
  await expect(failed).rejects.toThrow('the rule says no');
  expect(await notes()).toEqual([]);
});

test('a failed statement whose error is swallowed does not pass for a commit', async () => {
  const failed = sql.begin(async (tx) => {
    await tx`insert into notes values ('a')`;
    await tx`insert into notes values (null)`.catch(() => undefined);
  });
  await expect(failed).rejects.toThrow(/rolled back/);
  expect(await notes()).toEqual([]);
});

test('a savepoint takes back its own part alone', async () => {
  await sql.begin(async (tx) => {
    await tx`insert into notes values ('a')`;
    await tx.savepoint((inner) => inner`insert into notes values (null)`).catch(() => undefined);
    await tx.savepoint((inner) => inner`insert into notes values ('b')`);
  });
  expect(await notes()).toEqual(['a', 'b']);
});

test('options reach the transaction', async () => {
  const failed = sql.begin('read only', (tx) => tx`insert into notes values ('a')`);
  await expect(failed).rejects.toMatchObject({ code: '25006' });
});

test('more transactions than connections wait for their turn', async () => {
  const insert = (text: string) => sql.begin((tx) => tx`insert into notes select ${text} from pg_sleep(0.01)`);
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(insert));
  expect(await notes()).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('after its connection is lost a transaction runs nothing more, and others are not touched', async () => {
  const lost = sql.begin(async (tx) => {
    await tx`insert into notes values ('lost')`;
    await cut(tx);
    // Others use the pool now; with a shared connection object the next statement would run in their transaction.
    await Promise.all(['a', 'b', 'c'].map((text) => sql.begin((other) => other`insert into notes values (${text})`)));
    await tx`insert into notes values ('stray')`;
  });
  await expect(lost).rejects.toThrow();
  expect(await notes()).toEqual(['a', 'b', 'c']);
});

test('a transaction that ends without noticing the loss of its connection has failed', async () => {
  const lost = sql.begin(async (tx) => {
    await tx`insert into notes values ('lost')`;
    await cut(tx);
  });
  await expect(lost).rejects.toThrow();
  expect(await notes()).toEqual([]);
});

test('a statement that its connection is lost under fails once, and the pool is whole again', async () => {
  const running = sql.begin(async (tx) => {
    const [session] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
    await Promise.all([tx`select pg_sleep(60)`, db.ownerSql`select pg_terminate_backend(${session?.pid ?? 0})`]);
  });
  await expect(running).rejects.toThrow();
  for (const text of ['a', 'b', 'c', 'd']) await sql.begin((tx) => tx`insert into notes values (${text})`);
  expect(await notes()).toEqual(['a', 'b', 'c', 'd']);
});

test('a handle that outlives its transaction is refused', async () => {
  let kept: Pick<Sql, 'unsafe'> | undefined;
  await sql.begin(async (tx) => {
    kept = tx;
    await tx`select 1`;
  });
  expect(() => kept?.unsafe(`insert into notes values ('late')`)).toThrow('the transaction is over');
});

test('the end of the pool waits for running transactions and refuses new ones', async () => {
  let go = () => {};
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  const running = sql.begin(async (tx) => {
    await tx`insert into notes values ('a')`;
    await gate;
    await tx`insert into notes values ('b')`;
  });
  const ended = sql.end({ timeout: 20 });
  await expect(sql.begin((tx) => tx`select 1`)).rejects.toMatchObject({ code: 'CONNECTION_ENDED' });
  go();
  await Promise.all([running, ended]);
  expect(await notes()).toEqual(['a', 'b']);
});

test('the end of the pool does not wait for ever', async () => {
  const stuck = sql.begin((tx) => tx`select pg_sleep(60)`);
  stuck.catch(() => undefined); // it is looked at below
  await vi.waitUntil(
    async () => (await db.sql`select 1 from pg_stat_activity where query like 'select pg_sleep%'`).length > 0,
    WAIT,
  );
  await sql.end({ timeout: 0 });
  await expect(stuck).rejects.toThrow();
});
