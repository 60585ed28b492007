import { afterAll, beforeAll, expect, test } from 'vitest';
import { deviceInScope, everything, reaches, type Scope, scopeFromRows } from '../../domain/scope.ts';
import { createDatabase, type TestDatabase } from '../database.ts';
import { createDevice, createPlace } from '../factories.ts';

interface Device {
  id: string;
  group_id: string | null;
  site_id: string | null;
  client_id: string | null;
}

let db: TestDatabase;
let devices: Device[];
beforeAll(async () => {
  db = await createDatabase();
  for (const place of [await createPlace(db), await createPlace(db), null]) {
    const { id } = await createDevice(db, place ?? undefined);
    await createDevice(db, place ?? undefined);
    await db.sql`update devices set group_id = null where id = ${id}`;
  }
  devices = [...(await db.sql<Device[]>`select id, group_id, site_id, client_id from devices order by id`)];
});
afterAll(() => db.drop());

test('what reaches() says of a device is what the condition in SQL says, for every kind of scope', async () => {
  const rowsOf = ({ id, group_id, site_id, client_id }: Device) =>
    [
      { scope_type: 'agent', scope_id: id },
      { scope_type: 'group', scope_id: group_id },
      { scope_type: 'site', scope_id: site_id },
      { scope_type: 'client', scope_id: client_id },
    ].flatMap(({ scope_type, scope_id }) => (scope_id === null ? [] : [{ scope_type, scope_id }]));
  const single = devices.flatMap(rowsOf).map((row) => [row]);
  const double = devices.flatMap((one) =>
    devices.map((other) => [...rowsOf(one).slice(0, 1), ...rowsOf(other).slice(-1)]),
  );
  const nowhere = [{ scope_type: 'client', scope_id: '00000000-0000-7000-8000-000000000000' }];
  const scopes: Scope[] = [everything, ...[...single, ...double, nowhere].map(scopeFromRows)];
  const sizes = new Set<number>();
  for (const scope of scopes) {
    const inSql = await db.sql<{ id: string }[]>`
      select d.id from devices d where ${deviceInScope({ sql: db.sql, scope })} order by d.id`;
    expect(devices.filter((device) => reaches(scope, device)).map(({ id }) => id)).toEqual(inSql.map(({ id }) => id));
    sizes.add(inSql.length);
  }
  expect([...sizes].sort()).toEqual([0, 1, 2, 3, 6]);
});
