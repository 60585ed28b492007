import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reseal } from '../../domain/reseal.ts';
import { createSecretBox } from '../../runtime/secret-box.ts';
import { createPerson, PASSWORD } from '../factories.ts';
import { startServer, type TestServer } from '../harness.ts';
import { codeNow, turnOn } from '../totp.ts';

const [old, next] = [randomBytes(32), randomBytes(32)];

let server: TestServer;
beforeAll(async () => {
  const keys = [next, old].map((key) => key.toString('base64'));
  server = await startServer({ RMM_SECRET_KEY: keys.join(',') });
});
afterAll(() => server.stop());

const box = (...keys: Buffer[]) => createSecretBox(keys, randomBytes);
const rowOf = async (id: string) =>
  (await server.db.sql`select secret, pending_secret from totp where user_id = ${id}`)[0];

/** Two-step sign-in of an account as a server had left it that knew this key only. */
async function protectedWith(key: Buffer) {
  const person = await createPerson(server.db, { password: PASSWORD });
  const { secret, recoveryCodes } = await turnOn(server, person);
  const active = box(key).seal(`totp:secret:${person.id}`, secret);
  const pending = box(key).seal(`totp:pending_secret:${person.id}`, 'PENDING');
  await server.db.sql`
    update totp set secret = ${active}, pending_secret = ${pending}, pending_at = now() where user_id = ${person.id}`;
  const login = (code?: string) =>
    server.call('POST /api/auth/login', {
      token: null,
      body: { username: person.username, password: PASSWORD, code },
    });
  return { ...person, secret, recoveryCodes, login };
}

test('what an old key of the list sealed works, is sealed with the first one, and then needs no other', async () => {
  const person = await protectedWith(old);
  expect((await person.login(codeNow(server, person.secret))).status).toBe(200);
  expect(await reseal(server.ctx)).toBe(1);
  const row = await rowOf(person.id);
  expect(box(next).open(`totp:secret:${person.id}`, row?.secret)).toBe(person.secret);
  expect(box(next).open(`totp:pending_secret:${person.id}`, row?.pending_secret)).toBe('PENDING');
  expect(await reseal(server.ctx)).toBe(0);
  expect(await rowOf(person.id)).toEqual(row);
  expect((await person.login(codeNow(server, person.secret, 1))).status).toBe(200);
});

test('a rotation that comes in between is not undone', async () => {
  const person = await protectedWith(old);
  const newer = box(next).seal(`totp:secret:${person.id}`, 'NEWER');
  let resealing: Promise<number> | undefined;
  await server.db.sql.begin(async (sql) => {
    await sql`update totp set secret = ${newer} where user_id = ${person.id}`;
    resealing = reseal(server.ctx); // reads the old secret, and waits to write
    await expect.poll(waitsForLock, { timeout: 20_000 }).toBe(true);
  });
  await resealing;
  expect((await rowOf(person.id))?.secret).toBe(newer);
});

const waitsForLock = async () =>
  (
    await server.db.sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  ).count > 0;

test('a secret of a key that is gone holds nobody else up, and its owner signs in with a recovery code', async () => {
  const lost = await protectedWith(randomBytes(32));
  const person = await protectedWith(old);
  await expect(reseal(server.ctx)).rejects.toThrow('cannot be sealed anew');
  expect(box(next).open(`totp:secret:${person.id}`, (await rowOf(person.id))?.secret)).toBe(person.secret);
  expect((await lost.login(codeNow(server, lost.secret))).status).toBe(500);
  expect((await lost.login(lost.recoveryCodes[0])).status).toBe(200);
});
