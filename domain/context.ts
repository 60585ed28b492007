import type { AuditAction } from '../schema/audit.ts';
import type { RemoteProvider } from '../schema/config.ts';
import type { Actor } from './actor.ts';
import { type AuditTarget, type AuditWrite, recordAudit } from './audit.ts';
import type { Assistant } from './chat/assistant.ts';
import type { DomainEvent } from './events.ts';
import type { FileAnswer } from './file-answer.ts';
import type { Mailer, MailRelay } from './mail/transport.ts';
import type { ClientDocuments } from './oauth/applications/documents.ts';
import type { Scope } from './scope.ts';
import type { SecretBox } from './secrets.ts';
import type { Pool, Sql } from './sql.ts';
import type { IdentityProvider } from './sso/provider.ts';
import type { Toolbox, ToolCaller } from './toolbox.ts';
import type { WebhookSender } from './webhooks/sender.ts';

/** Where a call came from, for the audit trail. */
export interface Origin {
  requestId: string | null;
  ip: string | null;
  userAgent: string | null;
  /** Set for calls by an AI application or the AI chat; absent for the API and the server's own work. */
  via?: 'mcp' | 'chat';
}

/** What of the configuration the product's rules depend on. */
export interface Settings {
  /** From package.json; `dev` for an unstamped server. */
  version: string;
  instanceName: string;
  consoleUrl: string;
  /** Where agents reach this server. */
  publicUrl: string;
  /** RMM_MCP_PUBLIC_URL: the origin of /mcp, /oauth/* and /.well-known/*. */
  mcpUrl: string | null;
  /** RMM_MCP_OAUTH_ENABLED with an origin for it: this server authorizes AI applications. */
  oauthEnabled: boolean;
  /** Whether RMM_MCP_ALLOWED_IPS lets this address call /mcp; true for all while it is unset. */
  mcpAllows: (ip: string) => boolean;
  /** The address on which this server itself listens for /mcp, without its port; `0.0.0.0` or `::` is every one. */
  mcpHost: string;
  /** RMM_ALLOW_UNAPPROVED_JOBS. */
  allowUnapprovedJobs: boolean;
  remoteProvider: RemoteProvider;
  sso: {
    enabled: boolean;
    label: string;
    /** Role of accounts made at their first sign-in; null: only existing accounts may sign in. */
    role: string | null;
  };
  /** The relay for mail about accounts, from RMM_SMTP_URL; null: there is no such mail. */
  accountRelay: MailRelay | null;
  /** RMM_SMTP_ALERTS_ALLOW_PRIVATE. */
  alertRelayMayBePrivate: boolean;
  /** RMM_ALERTS_HOURLY_LIMIT. */
  alertsHourlyLimit: number;
  /** RMM_WEBHOOKS_ALLOW_PRIVATE. */
  webhooksMayBePrivate: boolean;
  /** RMM_NOTIFICATION_RETENTION_DAYS. */
  notificationRetentionDays: number;
  /** RMM_ALERT_RETENTION_DAYS. */
  alertRetentionDays: number;
  /** RMM_CHECK_RESULT_RETENTION_DAYS. */
  checkResultRetentionDays: number;
  /** The application role owns the schema, so grants do not protect the audit trail. */
  auditUnprotected: boolean;
  /** There is a bootstrap token: what was approved with it holds while it exists (domain/standing-approvals/). */
  bootstrapTokenExists: boolean;
  /** The agent build in dl/ and the keys that sign it, read anew at each call because a publication may come at any time. */
  publishedAgent: () => { version: string; publicKeys: string[] } | null;
}

/** What this process can say of itself. */
export interface Instance {
  /** The database answers within 2 s. */
  ready: () => Promise<boolean>;
  /** In the Prometheus text format. */
  metrics: () => Promise<string>;
  /** The OpenAPI document of every endpoint, as JSON text. */
  openapi: () => string;
  /** A file of the published agents, by its name in /dl. @throws Problem 404, and 503 before the first publication. */
  agentFile: (name: string) => FileAnswer;
  /** A script that installs or removes the agent, with this server's own address in it. */
  installer: (name: 'install.sh' | 'uninstall.sh') => FileAnswer;
}

/** The one argument that domain functions share. */
export interface Ctx {
  /** The transaction, or the pool outside one. */
  sql: Sql;
  actor: Actor;
  scope: Scope;
  /** Who sent the request, as they are now; absent where nobody did. @throws Problem 401 */
  renewed?: () => Promise<ToolCaller>;
  origin: Origin;
  settings: Settings;
  instance: Instance;
  secrets: SecretBox;
  mailer: Mailer;
  webhooks: WebhookSender;
  clientDocuments: ClientDocuments;
  /** Null while single sign-on is off. */
  identityProvider: IdentityProvider | null;
  /** What AI may use of this server, over MCP and in the chat. */
  toolbox: Toolbox;
  /** Asks the AI that is configured. */
  assistant: Assistant;
  now: () => Date;
  /** Cryptographically random bytes. */
  random: (bytes: number) => Uint8Array;
  /** Writes one audit entry, in the transaction of what it records. */
  audit: <A extends AuditAction>(action: A, target: AuditTarget, details: AuditWrite<A>['details']) => Promise<void>;
  /** The same for many at once, in one statement. */
  auditMany: <A extends AuditAction>(action: A, entries: AuditWrite<A>[]) => Promise<void>;
  /** Tells the bus, after the commit. */
  emit: (event: DomainEvent) => void;
  /** How transaction() enters and leaves, and what may be audited here; not for domain functions. */
  work: UnitOfWork;
}

interface UnitOfWork {
  pool: Pool;
  inTransaction: boolean;
  publish: (events: DomainEvent[]) => void;
  /** The actions that the endpoint declared; undefined for the server's own work. */
  audits: readonly AuditAction[] | undefined;
}

/** What a context is made of; the composition root knows pool, clock, randomness and bus. */
export interface CtxParts {
  pool: Pool;
  actor: Actor;
  scope: Scope;
  renewed?: Ctx['renewed'];
  origin: Origin;
  now: () => Date;
  random: (bytes: number) => Uint8Array;
  settings: Settings;
  instance: Instance;
  secrets: SecretBox;
  mailer: Mailer;
  webhooks: WebhookSender;
  clientDocuments: ClientDocuments;
  identityProvider: IdentityProvider | null;
  toolbox: Toolbox;
  assistant: Assistant;
  publish: (events: DomainEvent[]) => void;
  audits?: readonly AuditAction[];
}

export function createCtx({ pool, publish, audits, ...rest }: CtxParts): Ctx {
  return bind(
    { ...rest, sql: pool, emit: (event) => publish([event]) },
    { pool, publish, audits, inTransaction: false },
  );
}

type Unbound = Omit<Ctx, 'audit' | 'auditMany' | 'work'>;

function bind(base: Unbound, work: UnitOfWork): Ctx {
  const ctx: Ctx = {
    ...base,
    work,
    audit: (action, target, details) => recordAudit(ctx, action, [{ target, details }]),
    auditMany: (action, entries) => recordAudit(ctx, action, entries),
  };
  return ctx;
}

/** How often a transaction that PostgreSQL broke off to end a deadlock is run again. */
const DEADLOCK_RETRIES = 2;
/** PostgreSQL broke the work off to end a deadlock; it may be tried again (PostgreSQL manual, Appendix A). */
export const isDeadlock = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '40P01';

/**
 * Runs `work` in one transaction and publishes what it emitted once that has committed. Inside a transaction it joins
 * the one that is there, so that domain functions compose. `work` touches nothing but the database, so that it can run
 * again after a deadlock.
 */
export async function transaction<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  if (ctx.work.inTransaction) return work(ctx);
  for (let attempt = 0; ; attempt++) {
    try {
      return await attemptTransaction(ctx, work);
    } catch (error) {
      if (!isDeadlock(error) || attempt >= DEADLOCK_RETRIES) throw error;
    }
  }
}

async function attemptTransaction<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const { pool, publish } = ctx.work;
  const events: DomainEvent[] = [];
  const { value } = await pool.begin(async (sql) => ({
    value: await work(bind({ ...ctx, sql, emit: (event) => events.push(event) }, { ...ctx.work, inTransaction: true })),
  }));
  if (events.length > 0) publish(events);
  return value;
}

/** The same context seen as somebody else: the agent of a device, a user who is signing in; from where, if that is another place. */
export const actingAs = (ctx: Ctx, actor: Actor, scope: Scope = ctx.scope, origin: Origin = ctx.origin): Ctx =>
  bind({ ...ctx, actor, scope, origin }, ctx.work);
