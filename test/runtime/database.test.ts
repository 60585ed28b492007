import { expect, test } from 'vitest';
import { createDatabase } from '../database.ts';

test('a time comes as RFC 3339 in UTC with milliseconds, a bigint as a number', async () => {
  await using db = await createDatabase();
  const rows = await db.sql`
    select '2026-11-20 10:31:27.123956+01'::timestamptz as at, 5::bigint as size, '2026-11-20'::date as day, rfc3339('2026-11-20 10:31:27.123956+01') as text`;
  expect([...rows]).toEqual([
    { at: '2026-11-20T09:31:27.123Z', size: 5, day: '2026-11-20', text: '2026-11-20T09:31:27.123Z' },
  ]);
});
