/** The composition root: the one place that knows every room. `startMuster` is what start.ts and the tests run. */
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { systemActor } from '../domain/actor.ts';
import type { Assistant } from '../domain/chat/assistant.ts';
import { stopAnswers } from '../domain/chat/turns.ts';
import { ensurePartitions } from '../domain/check-runs/partitions.ts';
import { createCtx } from '../domain/context.ts';
import { waitingMail } from '../domain/mail/queue.ts';
import type { Mailer } from '../domain/mail/transport.ts';
import type { ClientDocuments } from '../domain/oauth/applications/documents.ts';
import { seedBuiltinRoles } from '../domain/roles/seed.ts';
import { everything } from '../domain/scope.ts';
import { hashToken } from '../domain/tokens.ts';
import type { Toolbox } from '../domain/toolbox.ts';
import { needsBootstrap } from '../domain/users/bootstrap.ts';
import type { WebhookSender } from '../domain/webhooks/sender.ts';
import { endpoints } from '../handlers/index.ts';
import { createRealtime, type RealtimeServer } from '../realtime/server.ts';
import { createAssistant } from './assistant/create.ts';
import { readBootstrapToken } from './bootstrap-token.ts';
import { boundFetch } from './bound-fetch.ts';
import { type Bus, createBus } from './bus.ts';
import { createClientDocuments } from './client-documents.ts';
import type { Config } from './config.ts';
import { openDataDirectory } from './data-directory.ts';
import { ping } from './database.ts';
import type { Door } from './endpoint.ts';
import { keepHouse } from './housekeeping.ts';
import { createIdentityProvider } from './identity-provider.ts';
import { createInvoke, type Invoke } from './invoke.ts';
import { requireFree } from './listen-exclusive.ts';
import type { Log } from './log.ts';
import { createMailWorker } from './mail-worker.ts';
import { createMailer } from './mailer.ts';
import { createMetrics } from './metrics.ts';
import { createNoticeWorker } from './notice-worker.ts';
import { countNotifications } from './notification-metrics.ts';
import { openDatabase } from './open-database.ts';
import { describe } from './openapi.ts';
import { createDownloads } from './publication/downloads.ts';
import { createRateLimiter } from './rate-limit.ts';
import { createRouter } from './router.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';
import { seedScriptLibrary } from './script-library.ts';
import { createSecretBox } from './secret-box.ts';
import { readSecretKeys } from './secret-keys.ts';
import { type Listener, listen } from './server.ts';
import type { Services } from './services.ts';
import { settingsOf } from './settings.ts';
import { watchSilence } from './silence.ts';
import { createConsole } from './static-files/console.ts';
import { createFileServer } from './static-files/file-server.ts';
import { createTableSender, type SendTable } from './tables/send-table.ts';
import { createToolbox } from './toolbox.ts';
import { countUpkeep } from './upkeep-metrics.ts';
import { version } from './version.ts';
import { createWebhookSender } from './webhook-sender.ts';

const READY_TIMEOUT_MS = 2000;
/** A scrape must not wait for a database that hangs. */
const METRICS_TIMEOUT_MS = 500;
const CONSOLE_FOLDER = join(import.meta.dirname, '../console/dist');

/** The outside world, so that tests hold it. */
export interface Outside {
  now?: () => Date;
  random?: (bytes: number) => Uint8Array;
  checkOutputs?: boolean;
  mailer?: Mailer;
  webhooks?: WebhookSender;
  assistant?: Assistant;
  clientDocuments?: ClientDocuments;
  /** The built console; default console/dist. */
  consoleFolder?: string;
}

export interface Muster {
  /** Port of the main door. */
  port: number;
  services: Services;
  invoke: Invoke;
  /** Path of the file that holds the bootstrap token, when this server made it. */
  adminTokenFile: string | undefined;
  /** No user existed at the start: the first administrator is to be made. */
  needsBootstrap: boolean;
  /** Sockets are told to come back, exchanges in flight finish, the database stops; at most 10 s. */
  stop: () => Promise<void>;
}

/** Starts a server. @throws with a sentence for the operator: bad database, edited migration, address in use. */
export async function startMuster(config: Config, log: Log, outside: Outside = {}): Promise<Muster> {
  const { listen: main, agentsListen, mcpListen } = config;
  await requireFree([main, agentsListen, mcpListen].filter((at) => at !== undefined));
  const database = await openDatabase(config, log);
  const scheduler = createScheduler(log);
  try {
    watchSilence(scheduler, database, log);
    await seedBuiltinRoles(database.pool);
    await ensurePartitions({ sql: database.pool, now: outside.now ?? (() => new Date()) });
    const bus = createBus(log);
    openDataDirectory(config.dataDir, { passable: false }); // there already beside an embedded database, new beside another
    const noAccounts = await needsBootstrap({ sql: database.pool });
    const bootstrap = readBootstrapToken(config, noAccounts, outside.random ?? randomBytes);
    const toolbox = createToolbox(endpoints, () => invoke);
    const services = createServices(config, log, outside, database, bus, bootstrap.token, toolbox);
    const invoke: Invoke = createInvoke(services);
    await seedScriptLibrary(services);
    const realtime = startRealtime(config, services, bus, scheduler);
    const sendTable = createTableSender(database, log);
    const listeners = await openDoors(config, { ...services, sendTable }, invoke, realtime, outside.consoleFolder);
    let stopped: Promise<void> | undefined;
    return {
      port: listeners[0]?.port ?? 0,
      services,
      invoke,
      adminTokenFile: bootstrap.file,
      needsBootstrap: noAccounts,
      stop: () => {
        stopped ??= stop(listeners, realtime, scheduler, database.close, log); // SIGINT may follow a SIGTERM
        return stopped;
      },
    };
  } catch (error) {
    await scheduler.stop();
    await database.close();
    throw error;
  }
}

/** Everything that runs by itself: sockets, the outbox, housekeeping. */
function startRealtime(config: Config, services: Services, bus: Bus, scheduler: Scheduler): RealtimeServer {
  const { log, metrics, limiter } = services;
  const origin = { requestId: null, ip: null, userAgent: null };
  const ctx = createCtx({ ...services, origin, actor: systemActor('server'), scope: everything });
  const realtime = createRealtime(
    { instanceId: randomUUID(), ctx, bus, log, metrics, limiter, consoleOrigins: [config.consoleUrl] },
    scheduler,
  );
  keepHouse(scheduler, ctx, log);
  const counted = (name: string, what: string, count: () => Promise<number>) =>
    metrics.gauge(name, `${what}; 0 while the database is away`, async () =>
      (await ping(services.pool, METRICS_TIMEOUT_MS)) ? count() : 0,
    );
  counted('rmm_database_connections', 'Connections that this server has open to PostgreSQL', async () => {
    const [row] = await services.pool<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity where application_name = 'muster' and datname = current_database()`;
    return row?.count ?? 0;
  });
  counted('rmm_mail_waiting', 'Mail that has neither left nor failed', () => waitingMail(ctx));
  countNotifications(ctx, counted);
  countUpkeep(ctx, metrics, config.dataDir, counted);
  metrics.gauge('rmm_agents_online', 'Agents connected to this process', realtime.connectedAgents);
  const mail = createMailWorker({ ctx, log, metrics }, bus, scheduler);
  const notices = createNoticeWorker({ ctx, log, metrics }, bus, scheduler);
  return {
    ...realtime,
    stop: async () => void (await Promise.all([realtime.stop(), mail.stop(), notices.stop(), stopAnswers(ctx)])),
  };
}

/** Null while single sign-on is off. The provider is asked nothing before somebody signs in. */
function identityProvider({ oidc, consoleUrl }: Config, now: () => Date) {
  return oidc ? createIdentityProvider({ ...oidc, redirectUri: `${consoleUrl}/api/auth/oidc/callback` }, now) : null;
}

type Database = Awaited<ReturnType<typeof openDatabase>>;

function createServices(
  config: Config,
  log: Log,
  outside: Outside,
  database: Database,
  bus: Bus,
  adminToken: string | undefined,
  toolbox: Toolbox,
): Services {
  const metrics = createMetrics();
  const random = outside.random ?? randomBytes;
  const now = outside.now ?? (() => new Date());
  let document: string | undefined;
  const toDocument = () => JSON.stringify(describe(endpoints, version));
  const { publishedAgent, ...instance } = createDownloads(config, log);
  return {
    pool: database.pool,
    aiPool: database.aiPool,
    lookups: database.lookups,
    secrets: createSecretBox(readSecretKeys(config, random), random),
    mailer: outside.mailer ?? createMailer(),
    webhooks: outside.webhooks ?? createWebhookSender(),
    clientDocuments: outside.clientDocuments ?? createClientDocuments(),
    identityProvider: identityProvider(config, now),
    toolbox,
    assistant: outside.assistant ?? createAssistant(log),
    now,
    random,
    publish: bus.publish,
    log,
    limiter: createRateLimiter(),
    metrics,
    adminTokenHash: adminToken === undefined ? undefined : hashToken(adminToken),
    metricsTokenHash: config.metricsToken ? hashToken(config.metricsToken) : undefined,
    checkOutputs: outside.checkOutputs ?? false,
    instance: {
      ready: () => database.ready(READY_TIMEOUT_MS),
      metrics: () => metrics.registry.metrics(),
      openapi: () => {
        document ??= toDocument();
        return document;
      },
      ...instance,
    },
    settings: settingsOf(config, database.auditUnprotected, adminToken !== undefined, publishedAgent),
  };
}

/** Main serves everything; with a split ingress a door's routes are on that door alone (CONTRACT.md, Listeners). */
async function openDoors(
  config: Config,
  services: Services & { sendTable: SendTable },
  invoke: Invoke,
  realtime: RealtimeServer,
  consoleFolder = CONSOLE_FOLDER,
): Promise<Listener[]> {
  const split: { door: Door; at: Config['listen'] }[] = [];
  if (config.agentsListen) split.push({ door: 'agents', at: config.agentsListen });
  if (config.mcpListen) split.push({ door: 'mcp', at: config.mcpListen });
  const elsewhere = split.map(({ door }) => door);
  const console = createConsole(consoleFolder, config.consoleUrl, endpoints);
  const answered = (status: number) => services.metrics.httpRequests.inc({ class: `${Math.floor(status / 100)}xx` });
  const open = (at: Config['listen'], serves: (door: Door) => boolean) => {
    const served = endpoints.filter((one) => serves(doorOf(one)));
    return listen({
      ...at,
      tls: config.tls,
      trustedProxies: config.trustedProxies,
      newRequestId: randomUUID,
      log: services.log,
      answered,
      fetch: boundFetch(createRouter(served, services, invoke), services.log),
      files: createFileServer({
        endpoints: served,
        services,
        sendTable: services.sendTable,
        invoke,
        answered,
        console: serves('main') ? console : undefined,
      }),
      attach: (app, client) => realtime.attach(app, client, { agents: serves('agents'), main: serves('main') }),
    });
  };
  const listeners: Listener[] = [];
  try {
    listeners.push(await open(config.listen, (door) => !elsewhere.includes(door)));
    for (const { door, at } of split) listeners.push(await open(at, (one) => one === door || one === 'every'));
    return listeners;
  } catch (error) {
    for (const listener of listeners) listener.close(); // an open one would answer without a database, and keep the process
    throw error;
  }
}

const doorOf = (endpoint: { door?: Door }): Door => endpoint.door ?? 'main';

/** With a second for the pool and five for an embedded PostgreSQL a stop stays within ten. */
const DRAIN_MS = 3500;

/** Sockets are told to come back, exchanges in flight finish, what agents sent is written, the database closes. */
async function stop(
  listeners: Listener[],
  realtime: RealtimeServer,
  scheduler: Scheduler,
  closeDatabase: () => Promise<void>,
  log: Log,
): Promise<void> {
  for (const listener of listeners) listener.stopAccepting();
  await within(DRAIN_MS, Promise.all([scheduler.stop(), realtime.stop(), drained(listeners)]));
  for (const listener of listeners) listener.close();
  await closeDatabase();
  log.info('stopped');
}

async function drained(listeners: Listener[]): Promise<void> {
  while (listeners.some((listener) => listener.inFlight() > 0)) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Waits for the work, but not longer: a stop takes at most 10 s. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}
