/** A server that ends in the middle of a mail (ATTACKS.md 51). */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queueMail } from '../../domain/mail/queue.ts';
import { createPerson } from '../factories.ts';
import { startServer, type TestServer } from '../harness.ts';
import { freePort, type ServerProcess, startServerProcess } from '../server-process.ts';
import { type MailServer, startMailServer } from '../smtp.ts';

const ADDRESS = 'ada@example.com';
let smtp: MailServer;
let first: TestServer;
let env: Record<string, string>;
/** Leaves one mail in the outbox, and no server that would send it. */
beforeEach(async () => {
  smtp = await startMailServer();
  const key = randomBytes(32).toString('base64');
  first = await startServer({ ...smtp.env, RMM_SECRET_KEY: key });
  await first.muster.stop();
  const { id } = await createPerson(first.db);
  await queueMail(
    { ...first.ctx, sql: first.db.sql, emit: () => undefined },
    { transport: 'account', content: { kind: 'test', transport: 'account' }, recipient: ADDRESS, userId: id },
  );
  env = {
    ...smtp.env,
    RMM_SECRET_KEY: key,
    RMM_LISTEN: `127.0.0.1:${await freePort()}`,
    RMM_DATA_DIR: first.dataDir,
    RMM_DATABASE_URL: first.db.url,
    RMM_MIGRATE_DATABASE_URL: first.db.ownerUrl,
  };
});

let running: ServerProcess | undefined;
afterEach(async () => {
  await running?.kill('SIGKILL');
  await first.stop();
  await smtp.stop();
});

const rows = () => first.db.sql<{ state: string; attempts: number }[]>`select state, attempts from outbox`;
/** Five minutes later. */
const lapse = () => first.db.sql`update outbox set lease_expires_at = now() - interval '1 second'`;

test('kill -9 while the relay has the text: the lease brings the mail back, and mailboxes can tell the repeat', async () => {
  smtp.behave('stall');
  running = await startServerProcess(env);
  await smtp.mailsTo(ADDRESS);
  await running.kill('SIGKILL');
  expect(await rows()).toEqual([{ state: 'processing', attempts: 0 }]);
  smtp.behave('accept');
  await lapse();
  running = await startServerProcess(env);
  const mails = await smtp.mailsTo(ADDRESS, 2);
  expect(new Set(mails.map(({ parsed }) => parsed.messageId)).size).toBe(1);
  await expect.poll(rows).toEqual([]);
}, 60_000);

test('an ordinary stop does not wait for a relay that stalls; the mail is left to its lease', async () => {
  smtp.behave('stall');
  running = await startServerProcess(env);
  await smtp.mailsTo(ADDRESS);
  expect(await running.kill('SIGTERM')).toBe(0);
  expect(await rows()).toEqual([{ state: 'processing', attempts: 0 }]);
}, 60_000);
