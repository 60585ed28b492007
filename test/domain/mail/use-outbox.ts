/** A server with an outbox, a relay and somebody to write to, for tests that look at both ends. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import { transaction } from '../../../domain/context.ts';
import { type QueuedMail, queueMail } from '../../../domain/mail/queue.ts';
import { createPerson, type Person } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { type MailServer, type ReceivedMail, startMailServer } from '../../smtp.ts';

export const MINUTE = 60_000;
export const KEY = randomBytes(32);

/** A row of the outbox; `minutes` until its next try. */
export interface Row {
  state: string;
  attempts: number;
  last_error: string | null;
  payload: string;
  minutes: number;
}

/** Before each test the outbox is empty, the clock is right and stands, the relay accepts, and a new reader has a new address. */
export function useOutbox() {
  let smtp: MailServer;
  let server: TestServer;
  let reader: Person;
  let address: string;
  let readers = 0;
  beforeAll(async () => {
    smtp = await startMailServer();
    const env = { RMM_INSTANCE_NAME: 'Lab & Co <1>', RMM_SECRET_KEY: KEY.toString('base64') };
    server = await startServer({ ...smtp.env, ...env });
  });
  afterAll(async () => {
    await server.stop();
    await smtp.stop();
  });
  beforeEach(async () => {
    smtp.behave('accept');
    Object.assign(server.clock, { offsetMs: 0, standsAt: Date.now() });
    await server.db.sql`delete from outbox`;
    reader = await createPerson(server.db);
    address = `reader${++readers}@example.com`;
  });
  const reset = (more: Partial<QueuedMail> = {}): QueuedMail => ({
    transport: 'account',
    content: {
      kind: 'account.password_reset',
      url: 'https://console.test/#reset=rmp_very-secret',
      username: reader.username,
      expires_at: '2026-11-20T14:05:00.000Z',
    },
    recipient: address,
    userId: reader.id,
    ...more,
  });
  const row = async (): Promise<Row | undefined> => {
    const [found] = await server.db.sql<Row[]>`
      select state, attempts, last_error, payload,
             round(extract(epoch from next_attempt_at - ${server.ctx.now()}) / 60)::int as minutes
      from outbox`;
    return found;
  };
  return {
    smtp: () => smtp,
    server: () => server,
    reader: () => reader,
    reset,
    row,
    /** Queues as a domain function does; the server's own worker hears of it. */
    queue: (more?: Partial<QueuedMail>) => transaction(server.ctx, (ctx) => queueMail(ctx, reset(more))),
    /** Queues without a word to the worker, for tests that take its place. */
    queueSilently: (more?: Partial<QueuedMail>) => queueMail({ ...server.ctx, emit: () => undefined }, reset(more)),
    /** Tells the worker to look, at the time that the clock says. */
    wake: () => server.muster.services.publish([{ type: 'mail.queued' }]),
    /** Waits until the row looks like this; undefined: until it is gone. */
    until: (expected: Partial<Row> | undefined) =>
      vi.waitFor(
        async () => {
          const found = await row();
          if (expected) expect(found).toMatchObject(expected);
          else expect(found).toBeUndefined();
        },
        { timeout: 10_000, interval: 20 },
      ),
    /** What the reader got, once it is so many. */
    received: (count = 1) => smtp.mailsTo(address, count),
    /** What the reader has got so far. */
    soFar: (): ReceivedMail[] => smtp.mails.filter(({ to }) => to.includes(address)),
  };
}
