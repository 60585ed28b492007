/** What an enrolled agent does: jobs, checks, inventory and health, over whichever connection there is. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { AgentContext } from './agent.ts';
import { type CpuSamples, sampleCpu } from './checks/cpu-samples.ts';
import { type Checks, openChecks } from './checks/open.ts';
import { type HealthReport, openHealthReport } from './health/report.ts';
import {
  createInventoryReport,
  type InventoryReport,
  inventoryConnected,
  sendWholeInventory,
  stopInventory,
} from './inventory/report.ts';
import { jobEnvironment } from './jobs/environment.ts';
import { cancelJob, heldJobs, type JobQueue, openJobQueue, receiveJob, recoverJobs, stopJobs } from './jobs/queue.ts';
import { timing } from './jobs/run.ts';
import { type FactsReport, openFactsReport } from './link/facts.ts';
import { acknowledged, attach, createOutbox, detach, isEmpty, type Outbox, repeatStale } from './link/outbox.ts';
import type { Connection, SessionContext, WorkFrame } from './link/session.ts';
import type { SocketEnd } from './link/socket.ts';
import type { Log } from './log.ts';
import { loadCheckPlatform } from './platform/checks.ts';
import { openLedger } from './spool/ledger.ts';
import { openSpool } from './spool/spool.ts';

/** How long the last results may take to be acknowledged when the agent stops. */
const FAREWELL_MS = 1000;
const REPEAT_CHECK_MS = 30_000;

export type Service = {
  jobs: JobQueue;
  checks: Checks;
  health: HealthReport;
  cpu: CpuSamples;
  inventory: InventoryReport;
  facts: FactsReport;
  outbox: Outbox;
  connection: Connection | undefined;
  repeat: NodeJS.Timeout;
  log: Log;
};

/** Opens what an earlier run left in `stateDir` and goes on with it. */
export async function openService(context: AgentContext, stateDir: string): Promise<Service> {
  const { platform, log, now } = context;
  const outbox = createOutbox(log);
  const spool = openSpool(join(stateDir, 'spool'), context.spoolLimit);
  const ledger = openLedger(join(stateDir, 'ledger'), now);
  const env = jobEnvironment(context.env);
  const jobs = openJobQueue({
    results: { spool, ledger, outbox, log, now },
    run: { platform, env, runFolder: join(stateDir, 'run'), now, timing },
    sendOutput(job_id, offset, text) {
      service.connection?.sendIfIdle(JSON.stringify({ t: 'job.output', job_id, offset, text }));
    },
  });
  const checkPlatform = await loadCheckPlatform(process.platform);
  const cpu = sampleCpu(checkPlatform.cpuTimes);
  const service: Service = {
    jobs,
    checks: await openChecks({
      platform: checkPlatform,
      cpu,
      outbox,
      // Not the folder of the jobs, which clear theirs themselves.
      run: { platform, env, runFolder: join(stateDir, 'run-checks'), now, timing },
    }),
    cpu,
    health: openHealthReport({ platform: checkPlatform, cpu, env, now, log }),
    inventory: createInventoryReport({ read: context.readInventory, outbox, now, log }),
    facts: openFactsReport(platform, log),
    outbox,
    connection: undefined,
    repeat: setInterval(() => repeatStale(outbox), REPEAT_CHECK_MS).unref(),
    log,
  };
  await recoverJobs(jobs);
  return service;
}

type SessionParts = Pick<SessionContext, 'heldJobs' | 'welcomed' | 'work'>;

/** One session with what the service adds to it. */
export async function serveSession(
  service: Service,
  session: (parts: SessionParts) => Promise<SocketEnd>,
): Promise<SocketEnd> {
  const { jobs, outbox, facts, inventory, health, log } = service;
  try {
    return await session({
      heldJobs: heldJobs(jobs),
      work: (frame, connection) => work(service, frame, connection),
      welcomed(welcome, connection) {
        log('info', 'connected', { device: welcome.device_id });
        service.connection = connection;
        attach(outbox, connection.send);
        inventoryConnected(inventory, welcome.inventory, welcome.config.inventory_sec);
        facts.connected(connection, welcome.config.facts_sec);
        health.connected(connection, welcome.config.health_sec);
      },
    });
  } finally {
    service.connection = undefined;
    detach(outbox);
    facts.disconnected();
    health.disconnected();
  }
}

/** Ends running jobs as interrupted and checks without a word, and gives their results a moment to go out. May be called again. */
export async function stopService(service: Service): Promise<void> {
  const { jobs, checks, cpu, inventory, outbox, repeat } = service;
  stopInventory(inventory);
  cpu.stop();
  await Promise.all([stopJobs(jobs), checks.stop()]);
  const deadline = performance.now() + FAREWELL_MS;
  while (service.connection && !isEmpty(outbox) && performance.now() < deadline) await delay(10);
  clearInterval(repeat);
}

function work({ jobs, checks, inventory, outbox, log }: Service, frame: WorkFrame, { send }: Connection): void {
  const acknowledge = (id: string, receipt: { refused?: string } = {}) =>
    send(JSON.stringify({ t: 'ack', id, ...receipt }));
  switch (frame.t) {
    case 'ack':
      acknowledged(outbox, frame.id, frame.refused);
      break;
    case 'job.run': {
      const receipt = receiveJob(jobs, frame);
      if (receipt) acknowledge(frame.id, receipt);
      break;
    }
    case 'job.cancel':
      cancelJob(jobs, frame.job_id);
      acknowledge(frame.id);
      break;
    case 'check.run':
      checks.receive(frame);
      break;
    case 'inventory.get':
      void sendWholeInventory(inventory);
      break;
    case 'update.check':
      log('info', 'an update was asked for, but this version does not update itself');
      break;
  }
}
