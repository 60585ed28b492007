import type { Ctx } from '../domain/context.ts';
import { waitingForBudget } from '../domain/mail/budget.ts';
import { type ClaimedMail, claimMail, sweepOutbox } from '../domain/mail/claim.ts';
import { deliver } from '../domain/mail/deliver.ts';
import { AT_ONCE, type ClaimedDelivery, claimDelivery } from '../domain/webhooks/claim.ts';
import { deliverWebhook } from '../domain/webhooks/deliver.ts';
import { WEBHOOKS_MAX } from '../schema/webhooks.ts';
import type { Bus } from './bus.ts';
import { createLane } from './lane.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Scheduler } from './scheduler.ts';

/** Sends at a time for each mail transport: a relay that stalls holds up its own mail, and nobody else's. */
const SENDERS = 4;
const SWEEP_MS = 15_000;

export interface MailWorker {
  /** Starts nothing any more and waits for the sends under way; what does not end in time returns with its lease. */
  stop: () => Promise<void>;
}

interface Worker {
  ctx: Ctx;
  log: Log;
  metrics: Metrics;
}

/** Sends what lies in the outbox: at once when the bus says so, and on a timer, which alone would do. */
export function createMailWorker(worker: Worker, bus: Bus, scheduler: Scheduler): MailWorker {
  const { ctx, log } = worker;
  const failed = (transport: string) => (err: unknown) =>
    log.error({ err, transport }, 'sending failed; its lease brings it back');
  const lanes = [
    ...(['account', 'alerts'] as const).map((transport) =>
      createLane({
        senders: SENDERS,
        claim: () => claimMail(ctx, transport),
        send: (mail) => send(worker, mail),
        failed: failed(transport),
      }),
    ),
    createLane({
      // So many that receivers which all stall leave none of the others without one.
      senders: WEBHOOKS_MAX * AT_ONCE,
      claim: () => claimDelivery(ctx),
      send: (delivery) => sendDelivery(worker, delivery),
      failed: failed('webhooks'),
    }),
  ];
  const wake = () => {
    for (const lane of lanes) lane.wake();
  };
  bus.subscribe('mail.queued', wake);
  const tellOfBudget = createBudgetWarning(worker);
  const sweep = async () => {
    const sending = lanes.flatMap((lane) => lane.sending());
    const { lapsed, dropped } = await sweepOutbox(ctx, sending);
    if (lapsed > 0) log.warn({ mails: lapsed }, 'mail whose sender ended is sent again');
    for (const mail of dropped) log.info({ mail }, 'mail dropped: out of date, or its reader is disabled');
    await tellOfBudget();
    wake();
  };
  scheduler.every(SWEEP_MS, 'send mail', sweep);
  const left = sweep().catch((err: unknown) => log.error({ err }, 'mail was not looked for at the start'));
  return {
    stop: async () => {
      await left;
      await Promise.all(lanes.map((lane) => lane.stop()));
    },
  };
}

/** Says once that mail waits for the hourly budget, and once that it does not any more. */
function createBudgetWarning({ ctx, log }: Worker): () => Promise<void> {
  let held = false;
  return async () => {
    const waiting = await waitingForBudget(ctx);
    if (waiting > 0 && !held)
      log.warn(
        { mails: waiting, limit: ctx.settings.alertsHourlyLimit },
        'the hourly limit holds mail about events back',
      );
    if (waiting === 0 && held) log.info('the hourly limit holds no mail back any more');
    held = waiting > 0;
  };
}

/** The log names mail by its id and kind: addresses are nobody's business there. */
async function send({ ctx, log, metrics }: Worker, mail: ClaimedMail): Promise<void> {
  const { id, kind, transport, attempts } = mail;
  const outcome = await deliver(ctx, mail);
  const words = { mail: { id, kind }, transport, attempts: attempts + 1 };
  if (outcome.sent) {
    metrics.mailSent.inc({ transport });
    log.info(words, 'mail sent');
    return;
  }
  metrics.mailFailed.inc({ transport, outcome: outcome.next ? 'retry' : 'given_up' });
  const { message: reason, obstacle } = outcome.error;
  log.warn({ ...words, reason, obstacle, next: outcome.next }, outcome.next ? 'mail not sent yet' : 'mail given up');
}

/** The log names a webhook by its id: its address may be a secret. */
async function sendDelivery({ ctx, log, metrics }: Worker, delivery: ClaimedDelivery): Promise<void> {
  const { id, kind, attempts, webhook_id: webhook } = delivery;
  const outcome = await deliverWebhook(ctx, delivery);
  const words = { delivery: { id, kind }, webhook, attempts: attempts + 1 };
  if (outcome.sent) {
    metrics.webhookDeliveries.inc({ outcome: 'delivered' });
    log.info(words, 'webhook delivered');
    return;
  }
  const { reason, next } = outcome;
  metrics.webhookDeliveries.inc({ outcome: next ? 'retry' : 'given_up' });
  log.warn({ ...words, reason, next }, next ? 'webhook not delivered yet' : 'webhook delivery given up');
}
