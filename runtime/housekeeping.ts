import { sweepLinks } from '../domain/account-links/links.ts';
import { sendRequestedLinks } from '../domain/account-links/reset-requests.ts';
import { sweepSuppressed, sweepWindows } from '../domain/alerts/suppressions/sweep.ts';
import { ensurePartitions } from '../domain/check-runs/partitions.ts';
import type { Ctx } from '../domain/context.ts';
import { expireUndelivered } from '../domain/jobs/expire.ts';
import { sweepOutput } from '../domain/jobs/sweep-output.ts';
import { expireBudget } from '../domain/mail/budget.ts';
import { expireFailedMail } from '../domain/mail/claim.ts';
import { expireFailedNotices } from '../domain/notifications/pending.ts';
import { sweepChallenges } from '../domain/passkeys/challenges.ts';
import { reseal } from '../domain/reseal.ts';
import { sweepSessions } from '../domain/sessions/sweep.ts';
import { sweepSso } from '../domain/sso/sweep.ts';
import { sweepRuns } from '../domain/tasks/due.ts';
import { expireDeliveries } from '../domain/webhooks/deliveries.ts';
import type { Log } from './log.ts';
import type { Scheduler } from './scheduler.ts';
import { watchTasks } from './task-clock.ts';

const MINUTE_MS = 60_000;

/** What has to happen whether or not anybody asks. Each work would be right if it ran twice, or late. */
const works: { name: string; everyMs: number; work: (ctx: Ctx) => Promise<number> }[] = [
  { name: 'make partitions for the days to come', everyMs: 60 * MINUTE_MS, work: ensurePartitions },
  { name: 'expire jobs that no device fetched', everyMs: 10 * MINUTE_MS, work: expireUndelivered },
  { name: 'remove output of finished jobs', everyMs: 10 * MINUTE_MS, work: sweepOutput },
  { name: 'remove sign-ins that never came back', everyMs: 10 * MINUTE_MS, work: sweepSso },
  { name: 'seal stored secrets with the first key', everyMs: 10 * MINUTE_MS, work: reseal },
  { name: 'remove passkey challenges that nobody answered', everyMs: 10 * MINUTE_MS, work: sweepChallenges },
  { name: 'remove ended sessions', everyMs: 60 * MINUTE_MS, work: sweepSessions },
  { name: 'remove ended links', everyMs: 60 * MINUTE_MS, work: sweepLinks },
  { name: 'remove old mail that could not be sent', everyMs: 60 * MINUTE_MS, work: expireFailedMail },
  { name: 'remove old notices that could not be told', everyMs: 60 * MINUTE_MS, work: expireFailedNotices },
  { name: 'forget what left of the mail budget', everyMs: 60 * MINUTE_MS, work: expireBudget },
  { name: 'forget older deliveries to webhooks', everyMs: 10 * MINUTE_MS, work: expireDeliveries },
  { name: 'end suppressions of alerts', everyMs: 3000, work: sweepSuppressed },
  { name: 'remove ended suppression windows', everyMs: 60 * MINUTE_MS, work: sweepWindows },
  { name: 'remove old runs of tasks', everyMs: 60 * MINUTE_MS, work: sweepRuns },
  { name: 'mail requested links for a new password', everyMs: 2000, work: sendRequestedLinks },
];

export function keepHouse(scheduler: Scheduler, ctx: Ctx, log: Log): void {
  watchTasks(scheduler, ctx, log);
  for (const { name, everyMs, work } of works)
    scheduler.every(everyMs, name, async () => {
      const rows = await work(ctx);
      if (rows > 0) log.info({ rows }, name);
    });
}
