import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensurePartitions } from '../../../domain/check-runs/partitions.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const DAY_MS = 86_400_000;
const dayName = (offset: number) =>
  new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
const app = () => server.muster.services.pool;
const partitions = async (parent: string) => {
  const rows = await app()<{ name: string }[]>`select name from day_partitions(${parent}::text::regclass) order by 1`;
  return rows.map(({ name }) => name);
};
const insert = (offset: number) => app()`
  insert into check_results (at, device_id, check_id, execution_id, status)
  values (now() + ${offset} * interval '1 day', uuidv7(), uuidv7(), uuidv7(), 'ok') returning tableoid::regclass::text as place`;

describe('partitions', () => {
  test('of yesterday to a week ahead are there when the server serves, and are made once', async () => {
    const expected = Array.from({ length: 9 }, (_, n) => `check_results_${dayName(n - 1)}`);
    expect(await partitions('check_results')).toEqual(expected);
    expect((await partitions('device_health')).length).toBe(9);
    expect(await ensurePartitions(server.ctx)).toBe(0);
    expect(await insert(0)).toEqual([{ place: `check_results_${dayName(0)}` }]);
  });

  test('of days that nobody expected are made from what the default partition holds', async () => {
    expect(await insert(9)).toEqual([{ place: 'check_results_default' }]);
    server.clock.offsetMs = 3 * DAY_MS;
    expect(await ensurePartitions(server.ctx)).toBe(6);
    server.clock.offsetMs = 0;
    const [row] =
      await app()`select tableoid::regclass::text as place from check_results where at > now() + interval '8 days'`;
    expect(row).toEqual({ place: `check_results_${dayName(9)}` });
    const [left] = await app()`select count(*)::int as count from check_results_default`;
    expect(left).toEqual({ count: 0 });
  });

  test('are dropped by their day, by the role that owns nothing', async () => {
    await app()`select ensure_day_partitions(current_date - 30, current_date - 28)`;
    await insert(-29);
    const [first] = await app()`select drop_day_partitions('check_results', current_date - 28) as dropped`;
    expect(first).toEqual({ dropped: 2 });
    expect(await partitions('check_results')).not.toContain(`check_results_${dayName(-29)}`);
    expect(await partitions('device_health')).toContain(`device_health_${dayName(-29)}`);
  });

  test('cannot be made or dropped otherwise, nor other tables through these functions', async () => {
    const refusals: [string, string][] = [
      [
        "create table check_results_x partition of check_results for values from ('2001-01-01') to ('2001-01-02')",
        '42501',
      ],
      [`drop table check_results_${dayName(0)}`, '42501'],
      [`alter table check_results detach partition check_results_${dayName(0)}`, '42501'],
      ["select drop_day_partitions('users', current_date)", 'P0001'],
      ['select ensure_day_partitions(current_date, current_date + 400)', 'P0001'],
    ];
    for (const [statement, code] of refusals) await expect(app().unsafe(statement)).rejects.toMatchObject({ code });
  });
});
