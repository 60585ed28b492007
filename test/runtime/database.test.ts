import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { connect, ping, type Sql } from '../../runtime/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../runtime/embedded-postgres.ts';
import { createLog } from '../../runtime/log.ts';
import { renewSilent } from '../../runtime/silence.ts';
import { createDatabase, type TestDatabase } from '../database.ts';

const WAIT = { timeout: 20_000, interval: 20 };

describe('values', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createDatabase();
  });
  afterAll(() => db.drop());

  const one = async (query: Promise<Iterable<object>>) => [...(await query)][0];

  test('a time comes as RFC 3339 in UTC with milliseconds, the same as rfc3339() makes in SQL', async () => {
    const row = one(db.sql`
      select at, rfc3339(at) as text
      from (values ('2026-11-20 10:31:27.123956+01'::timestamptz)) as t(at)`);
    expect(await row).toEqual({ at: '2026-11-20T09:31:27.123Z', text: '2026-11-20T09:31:27.123Z' });
    expect(await one(db.sql`select '2026-11-20 09:31:27Z'::timestamptz as at`)).toEqual({
      at: '2026-11-20T09:31:27.000Z',
    });
  });

  test('a time goes in as a Date or as text, whose microseconds survive', async () => {
    const at = '2026-11-20T10:31:27.123956+01:00';
    expect(await one(db.sql`select extract(microseconds from ${at}::timestamptz)::int as us`)).toEqual({
      us: 27123956,
    });
    const date = new Date('2026-11-20T09:31:27.123Z');
    expect(await one(db.sql`select ${date}::timestamptz as at`)).toEqual({ at: date.toISOString() });
  });

  test('a time that the API cannot write is an error, not a wrong time', async () => {
    await expect(db.sql`select 'infinity'::timestamptz as at`).rejects.toThrow(/infinity/);
    await expect(db.sql`select '0044-03-15 BC'::timestamptz as at`).rejects.toThrow(/BC/);
  });

  test('a date stays a date, whatever zone the server is in', async () => {
    expect(await one(db.sql`select '2026-11-20'::date as day`)).toEqual({ day: '2026-11-20' });
  });

  test('a bigint is a number, and one that a number cannot hold is an error', async () => {
    expect(await one(db.sql`select ${Number.MAX_SAFE_INTEGER}::bigint as size, count(*) from (select 1)`)).toEqual({
      size: 9007199254740991,
      count: 1,
    });
    await expect(db.sql`select 9007199254740993::bigint as size`).rejects.toThrow(/9007199254740993/);
  });

  test('json comes as what it holds', async () => {
    expect(await one(db.sql`select '{"a": [1, null]}'::jsonb as json`)).toEqual({ json: { a: [1, null] } });
  });

  test('arrays come and go with nulls, quotes and the types of their elements', async () => {
    const values = {
      texts: ['a', '', 'NULL', null, 'b,"c\\}{', 'ü\n'],
      ids: ['01936d5e-0000-7000-8000-000000000000'],
      sizes: [1, null, Number.MAX_SAFE_INTEGER],
      nested: [
        [1, 2],
        [3, 4],
      ],
      times: ['2026-11-20T00:00:00.000Z'],
      none: [],
    };
    const { texts, ids, sizes, nested, times, none } = values;
    const row = one(db.sql`
      select ${texts}::text[] as texts, ${ids}::uuid[] as ids, ${sizes}::bigint[] as sizes, ${nested}::int[] as nested,
        ${times}::timestamptz[] as times, ${none}::text[] as none`);
    expect(await row).toEqual(values);
    expect(
      await one(db.sql`select array[true, false] as flags, array['{"a": "\\""}'::jsonb, null] as documents`),
    ).toEqual({
      flags: [true, false],
      documents: [{ a: '"' }, null],
    });
  });

  test('a list of ids finds its rows', async () => {
    const ids = ['a', 'b'];
    expect(await db.sql`select 1 from (values ('a'), ('b'), ('c')) as t(id) where id = any(${ids})`).toHaveLength(2);
    expect(await db.sql`select 1 from (values ('a'), ('b'), ('c')) as t(id) where id in ${db.sql(ids)}`).toHaveLength(
      2,
    );
  });

  test('undefined as a parameter is an error: it is a forgotten value, not null', async () => {
    await expect(db.sql`select ${undefined as unknown as string} as forgotten`).rejects.toMatchObject({
      code: 'UNDEFINED_VALUE',
    });
  });

  test('a parameter that cannot be written fails its own query alone, whatever is under way beside it', async () => {
    const sql = connect(db.url, { max: 1 });
    onTestFinished(() => sql.end({ timeout: 0 }));
    const echo = async (k: number) => (await sql<{ k: number }[]>`select ${k}::int as k`)[0]?.k;
    await echo(0);
    const forgotten = undefined as unknown as string;
    const bad = [
      () => sql`select ${forgotten} as k`,
      () => sql`select ${new Date(Number.NaN)}::timestamptz as k`,
      () => sql`select ${['a', forgotten]}::text[] as k`,
      () => sql`select 1 where ${sql`${forgotten} = 'x'`}`,
      () => sql`insert into clients ${sql({ name: forgotten })}`,
      () => sql`insert into clients ${sql([{ name: 'x' }, { name: forgotten }], 'name')}`,
    ];
    for (const refused of bad) {
      const answers = await Promise.allSettled([echo(1), echo(2), refused(), echo(3), echo(4)]);
      expect(answers.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.code))).toEqual([
        ...[1, 2, 'UNDEFINED_VALUE', 3, 4],
      ]);
    }
    const row = { name: 'taken', note: forgotten };
    expect([...(await sql`select * from (values ${sql([[1, 'one']])}) as t(k, v)`)]).toEqual([{ k: '1', v: 'one' }]);
    expect(await sql`insert into clients ${sql(row, 'name')} returning id`).toHaveLength(1);
  });

  test('a statement that runs too long is ended, and the connection works on', async () => {
    const sql = connect(db.url, { max: 1, statementTimeoutMs: 1000 });
    onTestFinished(() => sql.end());
    await expect(sql`select pg_sleep(60)`).rejects.toMatchObject({ code: '57014' });
    expect(await one(sql`select 1 as one`)).toEqual({ one: 1 });
  });

  test('each query gets its own answer while the tables that it reads are being changed', async () => {
    const sql = connect(db.url, { max: 1 });
    onTestFinished(() => sql.end({ timeout: 0 }));
    await db.ownerSql`create table changing as select k, 'value ' || k as v from generate_series(1, 100) k`;
    await db.ownerSql`grant select on changing to muster_app`;
    let asking = true;
    let answered = 0;
    const ask = async (k: number) => {
      for (; asking; answered++)
        expect([...(await sql`select k, v from changing where k = ${k}`)]).toMatchObject([{ k }]);
    };
    const asked = Array.from({ length: 20 }, (_, k) => ask(k + 1));
    for (const length of [30, 40, 50]) {
      const before = answered;
      await vi.waitUntil(() => answered > before + 200, WAIT);
      await db.ownerSql.unsafe(`alter table changing alter v type varchar(${length})`);
    }
    const before = answered;
    await vi.waitUntil(() => answered > before + 200, WAIT);
    asking = false;
    await Promise.all(asked);
  });

  test('a schema that is named after the role does not shadow ours', async () => {
    await db.ownerSql`create schema muster_app authorization muster_owner`;
    await db.ownerSql`create table muster_app.audit_entries (id int)`;
    await db.ownerSql`grant usage on schema muster_app to muster_app`;
    expect(await one(db.sql`select 'audit_entries'::regclass = 'public.audit_entries'::regclass as ours`)).toEqual({
      ours: true,
    });
  });
});

describe('a database that goes away', () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-database-'));
  let postgres: EmbeddedPostgres;
  beforeAll(async () => {
    // Processes are killed here, not the machine: what the system has taken is kept.
    const settings = { fsync: 'off' };
    postgres = await startEmbeddedPostgres({ dataDir: folder, log: createLog('silent'), settings });
  });
  afterAll(async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true });
  });

  const open = (applicationName: string): Sql => {
    const sql = connect(postgres.appOptions, { max: 3, applicationName });
    onTestFinished(() => sql.end({ timeout: 0 }));
    return sql;
  };

  /** Signals must never go to process 0, which would be the whole group that runs the tests. */
  const serverPid = (): number => {
    const pid = postgres.pid();
    if (pid === undefined) throw new Error('the database server is down');
    return pid;
  };

  /** Kills the server and waits for the next one: sessions of the old one go on to answer for a moment. */
  const crash = async (): Promise<void> => {
    const killed = serverPid();
    process.kill(killed, 'SIGKILL');
    await vi.waitUntil(() => ![killed, undefined].includes(postgres.pid()), WAIT);
  };

  /** The server and the process of each session; PostgreSQL starts no grandchildren. */
  const processes = (): number[] => {
    const pid = serverPid();
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    return [pid, ...children.map(Number)];
  };

  test('the pool works again after each of several crashes under load, and no transaction is half done', async () => {
    const owner = connect(postgres.ownerOptions, { max: 1 });
    onTestFinished(() => owner.end({ timeout: 0 }));
    await owner`create table pairs (id int, side text)`;
    await owner`grant select, insert on pairs to muster_app`;
    const sql = open('crash');
    let running = true;
    let written = 0;
    // Each repeats at once when it fails, so that queries meet connections that are just being closed.
    const loop = async (work: () => Promise<unknown>) => {
      while (running)
        await work().then(
          () => written++,
          () => new Promise(setImmediate),
        );
    };
    const pair = (id: number) => () =>
      sql.begin(async (tx) => {
        await tx`insert into pairs values (${id}, 'left')`;
        await tx`insert into pairs values (${id}, 'right')`;
      });
    const load = [...[1, 2, 3, 4].map((id) => loop(pair(id))), ...[1, 2, 3].map(() => loop(() => sql`select 1`))];
    for (const _ of [1, 2, 3]) {
      const before = written;
      await vi.waitUntil(() => written > before + 50, WAIT);
      await crash();
      await vi.waitUntil(() => ping(sql, 1_000), WAIT);
    }
    running = false;
    await Promise.all(load);
    expect(await owner`select id, count(*) from pairs group by id having count(*) % 2 = 1`).toHaveLength(0);
    const answers = await Promise.all(Array.from({ length: 20 }, () => sql`select 1 as one`));
    expect(answers.flat()).toHaveLength(20);
  });

  test('ping says no in time while the server is stopped, however often it is asked, and yes afterwards', async () => {
    const sql = open('stopped');
    expect(await ping(sql, 5_000)).toBe(true);
    const stopped = processes();
    for (const pid of stopped) process.kill(pid, 'SIGSTOP');
    try {
      expect(await Promise.all(Array.from({ length: 50 }, () => ping(sql, 100)))).not.toContain(true);
    } finally {
      for (const pid of stopped) process.kill(pid, 'SIGCONT');
    }
    await vi.waitUntil(() => ping(sql, 1_000), WAIT);
    // One question was waiting, so the pool had no reason for a second connection.
    expect(await sql`select 1 from pg_stat_activity where application_name = 'stopped'`).toHaveLength(1);
  });

  test('a connection that falls silent is left for a new one: what waits on it fails, and what comes is answered', async () => {
    const sql = connect(postgres.appOptions, { max: 1 });
    onTestFinished(() => sql.end({ timeout: 0 }));
    const [{ pid } = { pid: 0 }] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    expect(await renewSilent({ sql, silentMs: 5000, graceSec: 0 })).toBe(false);
    expect(pid).toBeGreaterThan(1);
    process.kill(pid, 'SIGSTOP');
    try {
      const waiting = sql`select 1`.catch((error: { code: string }) => error.code);
      expect(await renewSilent({ sql, silentMs: 100, graceSec: 0 })).toBe(true);
      expect(await waiting).toBe('CONNECTION_DESTROYED');
      expect([...(await sql`select pg_backend_pid() <> ${pid} as another`)]).toEqual([{ another: true }]);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });

  test('ping says no when nobody listens', async () => {
    const sql = connect({ ...postgres.appOptions, host: '127.0.0.1', port: 1 });
    onTestFinished(() => sql.end({ timeout: 0 }));
    expect(await ping(sql, 5_000)).toBe(false);
  });
});
