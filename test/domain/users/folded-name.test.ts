import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldedName } from '../../../domain/users/folded-name.ts';
import { createDatabase, type TestDatabase } from '../../database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());

/** Every character but the surrogates, which PostgreSQL does not take. */
const letters = Array.from({ length: 0x1ffff }, (_, index) => index + 1)
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point));

test('what is one name to the database is one here, letter by letter', async () => {
  const rows = await db.sql<{ letter: string; lower: string }[]>`
    select letter, lower(letter) as lower from unnest(${letters}::text[]) as letter`;
  expect(rows).toHaveLength(letters.length);
  const apart = rows.filter(({ letter, lower }) => foldedName(letter) !== foldedName(lower));
  expect(apart).toEqual([]);
});

test.each(['ADMİN', 'ΝΙΚΟΣ', 'ΑΣ', 'K', 'ẞ'])('%s is the name that the database looks for', async (name) => {
  const [row] = await db.sql<{ lower: string }[]>`select lower(${name}) as lower`;
  expect(foldedName(name)).toBe(row?.lower);
});
