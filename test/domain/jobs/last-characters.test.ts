/** The end of an output is cut in the database, between characters. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());

test.each([0, 1, 2, 3, 4, 5, 9, 100, 9000])('the last %i characters are those that right() gives', async (most) => {
  const texts = ['', 'plain', 'aä€😀', '😀€äa', '€€€€€', `${'äb€😀'.repeat(4000)}end`];
  const cut = await db.sql`
    select last_characters(whole, ${most}::int) as found, right(whole, ${most}::int) as expected from unnest(${texts}::text[]) whole`;
  expect(cut.map(({ found }) => found)).toEqual(cut.map(({ expected }) => expected));
});
