import { sweepLinks } from '../domain/account-links/links.ts';
import { sendRequestedLinks } from '../domain/account-links/reset-requests.ts';
import { sweepSuppressed } from '../domain/alerts/suppressions/sweep.ts';
import { sweepInterrupted } from '../domain/chat/turns.ts';
import { sweepUsage } from '../domain/chat/usage.ts';
import { reconcileInstances } from '../domain/check-runs/effective.ts';
import { ensurePartitions } from '../domain/check-runs/partitions.ts';
import { rollUp } from '../domain/check-runs/roll-up.ts';
import type { Ctx } from '../domain/context.ts';
import { expireUndelivered } from '../domain/jobs/expire.ts';
import { sweepOutput } from '../domain/jobs/sweep-output.ts';
import { expireBudget } from '../domain/mail/budget.ts';
import { forgetSuccessors, sweepOauth } from '../domain/oauth/sweep.ts';
import { sweepChallenges } from '../domain/passkeys/challenges.ts';
import { reseal } from '../domain/reseal.ts';
import { sweepSessions } from '../domain/sessions/sweep.ts';
import { sweepSso } from '../domain/sso/sweep.ts';
import { expireDeliveries } from '../domain/webhooks/deliveries.ts';
import type { Log } from './log.ts';
import { keepRetention } from './retention.ts';
import type { Scheduler } from './scheduler.ts';
import { watchTasks } from './task-clock.ts';

const MINUTE_MS = 60_000;

/**
 * What has to happen whether or not anybody asks; history goes by a clock of its own (runtime/retention.ts). Each work would be
 * right if it ran twice, or late.
 */
const works: { name: string; everyMs: number; work: (ctx: Ctx) => Promise<number> }[] = [
  { name: 'make partitions for the days to come', everyMs: 60 * MINUTE_MS, work: ensurePartitions },
  { name: 'roll hours of results up', everyMs: 5 * MINUTE_MS, work: rollUp },
  { name: 'look through all checks for where they run', everyMs: 360 * MINUTE_MS, work: reconcileInstances },
  { name: 'expire jobs that no device fetched', everyMs: 10 * MINUTE_MS, work: expireUndelivered },
  { name: 'remove output of finished jobs', everyMs: 10 * MINUTE_MS, work: sweepOutput },
  { name: 'remove sign-ins that never came back', everyMs: 10 * MINUTE_MS, work: sweepSso },
  { name: 'seal stored secrets with the first key', everyMs: 10 * MINUTE_MS, work: reseal },
  { name: 'remove passkey challenges that nobody answered', everyMs: 10 * MINUTE_MS, work: sweepChallenges },
  { name: 'remove ended sessions', everyMs: 60 * MINUTE_MS, work: sweepSessions },
  { name: 'remove ended links', everyMs: 60 * MINUTE_MS, work: sweepLinks },
  { name: 'remove ended tokens and unused applications', everyMs: 60 * MINUTE_MS, work: sweepOauth },
  { name: 'forget the pairs of repeated refreshes', everyMs: MINUTE_MS, work: forgetSuccessors },
  { name: 'forget what left of the mail budget', everyMs: 60 * MINUTE_MS, work: expireBudget },
  { name: 'forget older deliveries to webhooks', everyMs: 10 * MINUTE_MS, work: expireDeliveries },
  { name: 'end answers of the AI that a crash broke off', everyMs: 15_000, work: sweepInterrupted },
  { name: 'forget older use of the AI', everyMs: 360 * MINUTE_MS, work: sweepUsage },
  { name: 'end suppressions of alerts', everyMs: 3000, work: sweepSuppressed },
  { name: 'mail requested links for a new password', everyMs: 2000, work: sendRequestedLinks },
];

export function keepHouse(scheduler: Scheduler, ctx: Ctx, log: Log): void {
  watchTasks(scheduler, ctx, log);
  keepRetention(scheduler, ctx, log);
  for (const { name, everyMs, work } of works)
    scheduler.every(everyMs, name, async () => {
      const rows = await work(ctx);
      if (rows > 0) log.info({ rows }, name);
    });
}
