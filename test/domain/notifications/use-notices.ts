/** A server with a relay for alerts, readers, and ways to see what was told to whom. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import { type Ctx, transaction } from '../../../domain/context.ts';
import type { Notice } from '../../../domain/notifications/notice.ts';
import { notify } from '../../../domain/notifications/notify.ts';
import type { NotificationEvent } from '../../../schema/notifications.ts';
import type { Permission } from '../../../schema/permissions.ts';
import type { ScopeRow } from '../../../schema/users.ts';
import { createPerson, type Person } from '../../factories.ts';
import { startServer, type TestServer } from '../../harness.ts';
import { type MailServer, type ReceivedMail, startMailServer } from '../../smtp.ts';

export interface Reader extends Person {
  address: string;
}

export interface Queued {
  transport: string;
  kind: string;
  recipient: string;
  state: string;
}

/** Waits for what another part of the server does, on a busy machine too. */
export const eventually = (check: () => unknown): Promise<unknown> =>
  vi.waitFor(check, { timeout: 10_000, interval: 20 });

/** Before each test nobody is subscribed, nothing waits, the clock is right and stands, and the relay accepts. */
export function useNotices(env: Record<string, string> = {}) {
  let smtp: MailServer;
  let server: TestServer;
  let readers = 0;
  beforeAll(async () => {
    smtp = await startMailServer();
    server = await startServer({ RMM_SMTP_ALERTS_ALLOW_PRIVATE: 'true', RMM_INSTANCE_NAME: 'Lab', ...env });
  });
  afterAll(async () => {
    await server.stop();
    await smtp.stop();
  });
  const relay = (more: object = {}) =>
    server.ok('PUT /api/config/smtp/alerts', {
      body: { host: '127.0.0.1', port: smtp.port, security: 'none', sender: 'alerts@example.com', ...more },
    });
  beforeEach(async () => {
    smtp.behave('accept');
    Object.assign(server.clock, { offsetMs: 0, standsAt: Date.now() });
    await server.db.sql`delete from notification_subscriptions`;
    await server.db.sql`delete from notices`;
    await server.db.sql`delete from notification_windows`;
    await server.db.sql`delete from outbox`;
    await server.db.sql`delete from alert_mail_sent`;
    await relay();
  });
  const waiting = async (): Promise<number> =>
    (await server.db.sql<{ n: number }[]>`select count(*)::int as n from notices where failed_at is null`)[0]?.n ?? 0;
  return {
    smtp: () => smtp,
    server: () => server,
    relay,
    waiting,
    /** Somebody who chose these events. */
    reader: async (
      events: NotificationEvent[],
      more: { permissions?: Permission[]; scopes?: ScopeRow[]; confirmed?: boolean; email?: string | null } = {},
    ): Promise<Reader> => {
      const address = `reader${++readers}@example.com`;
      const person = await createPerson(server.db, { email: address, ...more });
      for (const event of events)
        await server.db.sql`insert into notification_subscriptions (user_id, event) values (${person.id}, ${event})`;
      return { ...person, address };
    },
    /** An alert of a device, without a row behind it. */
    notice: (agentId: string | null, more: Partial<Notice> = {}): Notice => ({
      event: 'alert.raised',
      agentId,
      subject: { kind: 'alert', id: randomUUID() },
      details: { title: 'Disk full', message: 'at 97 %', severity: 'error', observed_value: 97, threshold_value: 90 },
      ...more,
    }),
    /** Notes as a domain function does; the server's own worker hears of it. */
    note: (notices: Notice[]) => transaction(server.ctx, (ctx) => notify(ctx, notices)),
    /** Notes without a word to the worker, and whatever else tests do behind its back. */
    silently: (): Ctx => ({ ...server.ctx, emit: () => undefined }),
    /** Waits until every notice has been worked off. */
    told: () => vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 15_000, interval: 20 }),
    outbox: () => server.db.sql<Queued[]>`select transport, kind, recipient, state from outbox order by id`,
    mailsTo: (reader: Reader, count?: number): Promise<ReceivedMail[]> => smtp.mailsTo(reader.address, count),
    soFar: (reader: Reader): ReceivedMail[] => smtp.mails.filter(({ to }) => to.includes(reader.address)),
  };
}
