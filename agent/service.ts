/** What an enrolled agent does: jobs and inventory, over whichever connection there is. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { AgentContext } from './agent.ts';
import { createInventoryReport } from './inventory/report.ts';
import { jobEnvironment } from './jobs/environment.ts';
import { openJobQueue } from './jobs/queue.ts';
import { timing } from './jobs/run.ts';
import { openFactsReport } from './link/facts.ts';
import { createOutbox } from './link/outbox.ts';
import type { Connection, SessionContext, WorkFrame } from './link/session.ts';
import type { SocketEnd } from './link/socket.ts';
import { openLedger } from './spool/ledger.ts';
import { openSpool } from './spool/spool.ts';

/** How long the last results may take to be acknowledged when the agent stops. */
const FAREWELL_MS = 1000;
const REPEAT_CHECK_MS = 30_000;

type SessionParts = Pick<SessionContext, 'heldJobs' | 'welcomed' | 'work'>;

export async function openService(context: AgentContext, stateDir: string) {
  const { platform, log, now } = context;
  const env = jobEnvironment(context.env);
  const outbox = createOutbox(log);
  let connection: Connection | undefined;

  const jobs = openJobQueue({
    spool: openSpool(join(stateDir, 'spool')),
    ledger: openLedger(join(stateDir, 'ledger'), now),
    outbox,
    log,
    run: { platform, env, runFolder: join(stateDir, 'run'), now, timing },
    sendOutput(job_id, offset, text) {
      connection?.sendIfIdle(JSON.stringify({ t: 'job.output', job_id, offset, text }));
    },
  });
  const inventory = createInventoryReport({ read: context.readInventory, outbox, now, log });
  const facts = openFactsReport(platform, log);
  const repeat = setInterval(outbox.repeatStale, REPEAT_CHECK_MS).unref();
  await jobs.recover();

  function work(frame: WorkFrame, { send }: Connection) {
    const acknowledge = (id: string, receipt: { refused?: string }) =>
      send(JSON.stringify({ t: 'ack', id, ...receipt }));
    switch (frame.t) {
      case 'ack':
        return outbox.acknowledge(frame.id, frame.refused);
      case 'job.run': {
        const receipt = jobs.receive(frame);
        return receipt && acknowledge(frame.id, receipt);
      }
      case 'job.cancel':
        jobs.cancel(frame.job_id);
        return acknowledge(frame.id, {});
      case 'inventory.get':
        return void inventory.sendAll();
      case 'update.check':
        return log('info', 'an update was asked for, but this version does not update itself');
    }
  }

  let stopped: Promise<void> | undefined;
  async function stop() {
    inventory.stop();
    await jobs.stop();
    for (const end = performance.now() + FAREWELL_MS; connection && !outbox.isEmpty() && performance.now() < end; )
      await delay(10);
    clearInterval(repeat);
  }

  return {
    /** One session with what the service adds to it. */
    async connect(session: (parts: SessionParts) => Promise<SocketEnd>): Promise<SocketEnd> {
      try {
        return await session({
          heldJobs: jobs.held(),
          work,
          welcomed(welcome, current) {
            log('info', 'connected', { device: welcome.device_id });
            connection = current;
            outbox.attach(current.send);
            inventory.connected(welcome.inventory, welcome.config.inventory_sec);
            facts.connected(current.send, welcome.config.facts_sec);
          },
        });
      } finally {
        connection = undefined;
        outbox.detach();
        facts.disconnected();
      }
    },
    /** Ends running jobs as interrupted, and gives their results a moment to go out. */
    stop: () => (stopped ??= stop()),
  };
}
