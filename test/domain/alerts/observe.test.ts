import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Observation } from '../../../domain/alerts/observation.ts';
import { clearConditions, observe } from '../../../domain/alerts/observe.ts';
import { transaction } from '../../../domain/context.ts';
import { atBest, timed } from '../../at-best.ts';
import { createContext } from '../../context.ts';
import { createDevice, createPlace, type MadeDevice } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let device: MadeDevice;

beforeAll(async () => {
  server = await startServer();
  device = await createDevice(server.db, await createPlace(server.db));
});
afterAll(() => server.stop());

/** A reading of a condition of its own, unless told otherwise. */
function reading(of: Partial<Observation> = {}): Observation {
  const sourceId = of.sourceId ?? crypto.randomUUID();
  const agentId = of.agentId ?? device.id;
  return {
    conditionKey: `check:${sourceId}:${agentId}`,
    kind: 'check',
    sourceId,
    agentId,
    severity: 'warning',
    title: 'Disk',
    message: '/ is 91 % full',
    observedValue: 91,
    thresholdValue: 90,
    key: null,
    at: server.ctx.now(),
    ...of,
  };
}
const again = (one: Observation, of: Partial<Observation> = {}): Observation => ({
  ...one,
  at: server.ctx.now(),
  ...of,
});
const clearing = ({ conditionKey }: Observation, resolution: 'cleared' | 'source_removed' = 'cleared') => ({
  conditionKey,
  resolution,
  observedValue: 40,
  at: server.ctx.now(),
});
const alertOf = async ({ conditionKey }: Observation) => {
  const [row] = await server.db.sql`select * from alerts where condition_key = ${conditionKey}`;
  return row;
};
const timelineOf = async ({ conditionKey }: Observation) => {
  const rows = await server.db.sql<{ kind: string; details: Record<string, unknown> }[]>`
    select e.kind, e.details from alert_events e join alerts a on a.id = e.alert_id
    where a.condition_key = ${conditionKey} order by e.at, e.id`;
  return rows;
};
const kindsOf = async (one: Observation) => (await timelineOf(one)).map(({ kind }) => kind);

describe('a condition', () => {
  test('raises one alert, with the device as it is then', async () => {
    const one = reading();
    await observe(server.ctx, [one]);
    expect(await alertOf(one)).toMatchObject({
      status: 'open',
      severity: 'warning',
      occurrences: 1,
      version: 1,
      agent_hostname: device.hostname,
      observed_value: 91,
      threshold_value: 90,
    });
    expect(await kindsOf(one)).toEqual(['raised']);
  });

  test('that is seen again counts, and changes neither version nor place in the list', async () => {
    const one = reading();
    await observe(server.ctx, [one]);
    const before = await alertOf(one);
    await observe(server.ctx, [again(one, { observedValue: 95 })]);
    const after = await alertOf(one);
    expect(after).toMatchObject({ occurrences: 2, version: 1, observed_value: 95, raised_at: before?.raised_at });
    expect(await kindsOf(one)).toEqual(['raised']);
  });

  test('that is seen with the last key again adds nothing', async () => {
    const one = reading({ key: 'e1' });
    await observe(server.ctx, [one]);
    await observe(server.ctx, [again(one)]);
    expect(await alertOf(one)).toMatchObject({ occurrences: 1 });
    await observe(server.ctx, [again(one, { key: 'e2' })]);
    await observe(server.ctx, [again(one, { key: null })]);
    await observe(server.ctx, [again(one, { key: null })]);
    expect(await alertOf(one)).toMatchObject({ occurrences: 4 });
  });

  test('that comes several times in a batch is one row, and a batch sent again adds nothing', async () => {
    const one = reading({ key: 'a' });
    const batch = [
      one,
      again(one, { key: 'b' }),
      again(one, { key: 'b' }),
      again(one, { key: 'c', severity: 'error' }),
    ];
    await observe(server.ctx, batch);
    expect(await alertOf(one)).toMatchObject({ occurrences: 3, severity: 'error', version: 1 });
    await observe(server.ctx, batch);
    expect(await alertOf(one)).toMatchObject({ occurrences: 3 });
    await observe(server.ctx, [...batch.slice(1), again(one, { key: 'd' })]);
    expect(await alertOf(one)).toMatchObject({ occurrences: 4 });
  });

  test('that comes back after it was cleared reopens the same alert and says what from', async () => {
    const one = reading();
    await observe(server.ctx, [one]);
    await clearConditions(server.ctx, [clearing(one)]);
    const cleared = await alertOf(one);
    expect(cleared).toMatchObject({ status: 'resolved', resolution: 'cleared', resolved_by: null, version: 2 });
    await observe(server.ctx, [again(one)]);
    expect(await alertOf(one)).toMatchObject({
      id: cleared?.id,
      status: 'open',
      version: 3,
      occurrences: 2,
      resolved_at: null,
      resolution: null,
      reopened_from: { resolved_at: cleared?.resolved_at, resolved_by: null },
    });
    expect(await kindsOf(one)).toEqual(['raised', 'cleared', 'reopened']);
  });

  test('of a device that is gone is dropped, and the rest of the batch is not', async () => {
    const gone = reading({ agentId: '01890000-0000-7000-8000-000000000000' });
    const one = reading();
    await observe(server.ctx, [gone, one]);
    expect(await alertOf(gone)).toBeUndefined();
    expect(await alertOf(one)).toMatchObject({ status: 'open' });
  });

  test('may say anything: NUL, halves of pairs and endless text are kept as text', async () => {
    const one = reading({
      message: `a\0b\ud800${'x'.repeat(100_000)}`,
      title: '<img src=x onerror=alert(1)>',
      observedValue: Number.NaN,
    });
    await observe(server.ctx, [one]);
    const alert = await alertOf(one);
    expect(alert?.message).toMatch(/^ab\ufffdx+$/);
    expect(alert?.message).toHaveLength(2000);
    expect(alert).toMatchObject({ title: '<img src=x onerror=alert(1)>', observed_value: null });
  });
});

describe('repeats', () => {
  test('have an entry at most once an hour, with the count since', async () => {
    const one = reading();
    try {
      await observe(server.ctx, [one]);
      for (let minute = 1; minute <= 5; minute++) await observe(server.ctx, [again(one)]);
      server.clock.offsetMs = 61 * 60_000;
      await observe(server.ctx, [again(one)]);
      await observe(server.ctx, [again(one)]);
      const timeline = await timelineOf(one);
      expect(timeline.map(({ kind }) => kind)).toEqual(['raised', 'repeated']);
      expect(timeline[1]?.details).toMatchObject({ count: 6 });
    } finally {
      server.clock.offsetMs = 0;
    }
  });
});

describe('consoles', () => {
  test('are hinted at what changes their lists, and not at mere repeats', async () => {
    const { ctx, events } = createContext(server);
    const one = reading();
    const hinted = async (work: () => Promise<void>) => {
      events.length = 0;
      await work();
      return events.some((event) => event.type === 'changed' && event.noun === 'alerts');
    };
    expect(await hinted(() => observe(ctx, [one]))).toBe(true);
    expect(await hinted(() => observe(ctx, [again(one)]))).toBe(false);
    expect(await hinted(() => observe(ctx, [again(one, { severity: 'error' })]))).toBe(true);
    expect(await hinted(() => clearConditions(ctx, [clearing(one)]))).toBe(true);
    expect(await hinted(() => clearConditions(ctx, [clearing(one)]))).toBe(false);
  });
});

describe('a worse severity', () => {
  test('is an entry of its own and a new version; a lesser one is an entry alone', async () => {
    const one = reading();
    await observe(server.ctx, [one]);
    await observe(server.ctx, [again(one, { severity: 'error' })]);
    expect(await alertOf(one)).toMatchObject({ severity: 'error', version: 2, status: 'open' });
    await observe(server.ctx, [again(one, { severity: 'warning' })]);
    expect(await alertOf(one)).toMatchObject({ severity: 'warning', version: 2 });
    expect(await kindsOf(one)).toEqual(['raised', 'severity_changed', 'severity_changed']);
  });

  test('ends an acknowledgement, and a repeat does not', async () => {
    const one = reading();
    await observe(server.ctx, [one]);
    await server.db
      .sql`update alerts set status = 'acknowledged', acknowledged_at = now(), acknowledged_by = '{"name": "ada"}'
      where condition_key = ${one.conditionKey}`;
    await observe(server.ctx, [again(one)]);
    expect(await alertOf(one)).toMatchObject({ status: 'acknowledged', acknowledged_by: { name: 'ada' } });
    await observe(server.ctx, [again(one, { severity: 'error' })]);
    expect(await alertOf(one)).toMatchObject({ status: 'open', acknowledged_by: null, acknowledged_at: null });
    expect((await timelineOf(one)).at(-1)?.details).toMatchObject({ from: 'warning', acknowledgement_ended: true });
  });
});

describe('many at once', () => {
  test('1,000 new conditions and 1,000 repeats take well under a second each', async () => {
    const both = async () => {
      const all = Array.from({ length: 1000 }, () => reading({ key: 'first' }));
      const repeats = all.map((one) => again(one, { key: crypto.randomUUID() }));
      const took = await timed(async () => {
        await transaction(server.ctx, (ctx) => observe(ctx, all));
        await transaction(server.ctx, (ctx) => observe(ctx, repeats));
      });
      const [row] = await server.db.sql`
        select count(*)::int as count from alerts
        where occurrences = 2 and last_observation_key = any(${repeats.map(({ key }) => key)}::text[])`;
      expect(row?.count).toBe(1000);
      return took;
    };
    expect(await atBest(3000, both)).toBeLessThan(3000);
  });

  test('hundreds of windows are looked at once for a batch, recurring ones from memory', async () => {
    await server.db.sql`
      insert into alert_suppressions (kind, scope_type, scope_id, starts_at, ends_at, recurrence, author)
      select 'silence', 'site', gen_random_uuid(), now() - interval '1 day', now() + interval '1 year',
        jsonb_build_object('days_of_week', array[i % 7], 'start_minute', i % 1440, 'duration_min', 60, 'timezone', 'Europe/Berlin'), '{}'
      from generate_series(1, 500) i`;
    try {
      await observe(server.ctx, [reading()]);
      const batches = async () => {
        for (let batch = 0; batch < 10; batch++) await observe(server.ctx, [reading()]);
      };
      expect(await atBest(1000, () => timed(batches))).toBeLessThan(1000);
    } finally {
      await server.db.sql`delete from alert_suppressions`;
    }
  });

  test('batches that name the same conditions in other orders at the same time all count', async () => {
    const all = Array.from({ length: 100 }, () => reading());
    const [some] = all;
    await Promise.all(
      Array.from({ length: 8 }, (_, turn) => observe(server.ctx, turn % 2 === 0 ? all : [...all].reverse())),
    );
    const rows = await server.db
      .sql`select occurrences from alerts where condition_key = any(${all.map(({ conditionKey }) => conditionKey)})`;
    expect(rows.map(({ occurrences }) => occurrences)).toEqual(Array(100).fill(8));
    expect(some && (await kindsOf(some))).toEqual(['raised']);
  });
});
