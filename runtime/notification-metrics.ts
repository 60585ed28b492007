import type { Ctx } from '../domain/context.ts';
import { waitingForBudget } from '../domain/mail/budget.ts';
import { notificationQueue } from '../domain/mail/queue.ts';
import { countNotices } from '../domain/notifications/pending.ts';

/** Registers a gauge that is read from the database, and is 0 while that is away. */
type Counted = (name: string, what: string, count: () => Promise<number>) => unknown;

/** One scrape reads the queue once, whatever asks for a part of it. */
const SHARED_MS = 200;

/** SPEC.md, Operations: depth and age of the queue of notifications. */
export function countNotifications(ctx: Ctx, counted: Counted): void {
  const queue = shared(() => notificationQueue(ctx));
  const notices = shared(() => countNotices(ctx));
  const both = 'mail about events and deliveries to webhooks';
  counted('rmm_notifications_pending', `Notifications that wait: ${both}`, async () => (await queue()).pending);
  counted('rmm_notifications_processing', 'Notifications on their way', async () => (await queue()).processing);
  counted(
    'rmm_notifications_failed',
    'Notifications that were given up and are kept',
    async () => (await queue()).failed,
  );
  counted(
    'rmm_notifications_oldest_pending_seconds',
    'Age of the notification that has waited longest',
    async () => (await queue()).oldest_pending_seconds,
  );
  counted(
    'rmm_notices_waiting',
    'What happened and is not turned into notifications yet',
    async () => (await notices()).waiting,
  );
  counted(
    'rmm_notices_failed',
    'What happened and could not be turned into notifications',
    async () => (await notices()).failed,
  );
  counted('rmm_alert_mail_over_limit', 'Mail about events that waits for RMM_ALERTS_HOURLY_LIMIT', () =>
    waitingForBudget(ctx),
  );
}

function shared<T>(read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; value: Promise<T> } | undefined;
  return () => {
    const at = performance.now();
    if (!last || at - last.at > SHARED_MS) last = { at, value: read() };
    return last.value;
  };
}
