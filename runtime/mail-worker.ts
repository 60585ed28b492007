import type { Ctx } from '../domain/context.ts';
import { type ClaimedMail, claimMail, sweepOutbox } from '../domain/mail/claim.ts';
import { deliver } from '../domain/mail/deliver.ts';
import type { MailTransport } from '../domain/mail/queue.ts';
import type { Bus } from './bus.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Scheduler } from './scheduler.ts';

/** Sends at a time for each transport: a relay that stalls holds up its own mail, and nobody else's. */
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
  const lanes = (['account', 'alerts'] as const).map((transport) => createLane(worker, transport));
  const wake = () => {
    for (const lane of lanes) lane.wake();
  };
  bus.subscribe('mail.queued', wake);
  const sweep = async () => {
    const { lapsed, dropped } = await sweepOutbox(worker.ctx);
    if (lapsed > 0) worker.log.warn({ mails: lapsed }, 'mail whose sender ended is sent again');
    for (const mail of dropped) worker.log.info({ mail }, 'mail dropped: out of date, or its reader is disabled');
    wake();
  };
  scheduler.every(SWEEP_MS, 'send mail', sweep);
  const left = sweep().catch((err: unknown) => worker.log.error({ err }, 'mail was not looked for at the start'));
  return {
    stop: async () => {
      await left;
      await Promise.all(lanes.map((lane) => lane.stop()));
    },
  };
}

/** Senders of one transport. Each takes one mail after another until none is due; who finds one calls another sender. */
function createLane(worker: Worker, transport: MailTransport) {
  const senders = new Set<Promise<void>>();
  let stopped = false;
  const wake = () => {
    if (stopped || senders.size >= SENDERS) return; // they look again when they are done
    const sender: Promise<void> = work().finally(() => senders.delete(sender));
    senders.add(sender);
  };
  const work = async () => {
    try {
      for (;;) {
        const mail = stopped ? undefined : await claimMail(worker.ctx, transport);
        if (!mail) return;
        wake();
        await send(worker, mail);
      }
    } catch (err) {
      worker.log.error({ err, transport }, 'sending mail failed; its lease brings it back');
    }
  };
  return {
    wake,
    stop: async () => {
      stopped = true;
      await Promise.all(senders);
    },
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
