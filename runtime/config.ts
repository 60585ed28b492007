/** The environment as the server works with it. Everything is checked before anything starts. */
import { resolve } from 'node:path';
import type { MailRelay } from '../domain/mail/transport.ts';
import { Environment, type Listen } from '../schema/config.ts';
import { createAddressList } from './address-list.ts';
import { contradictions, warnings } from './config-rules.ts';

/** Origins carry no closing slash. What is undefined was not set and has no default. */
export type Config = ReturnType<typeof build>;

/** A bad configuration; the message names each bad variable on a line of its own. main exits with 2. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Reads every RMM_* variable; an empty one counts as not set. Throws ConfigError. Of files it reads the two for TLS. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const given = Object.entries(env).filter(([name, value]) => name.startsWith('RMM_') && value);
  const parsed = Environment.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('\n'));
  }
  const urls = resolveUrls(parsed.data);
  const issues = contradictions(parsed.data, urls);
  if (issues.length > 0) throw new ConfigError(issues.join('\n'));
  const names = given.map(([name]) => name);
  return build(parsed.data, urls, warnings(parsed.data, urls, names));
}

export type Urls = ReturnType<typeof resolveUrls>;

function resolveUrls(env: Environment) {
  const consoleUrl = env.RMM_CONSOLE_URL ?? originOf(env.RMM_LISTEN, env.RMM_TLS_CERT !== undefined);
  return { consoleUrl, publicUrl: env.RMM_PUBLIC_URL ?? consoleUrl, mcpPublicUrl: env.RMM_MCP_PUBLIC_URL };
}

/** A wildcard address is nothing to click on; this machine's own name is right for a trial, which is what has no URL set. */
function originOf({ host, port }: Listen, tls: boolean): string {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return new URL(`${tls ? 'https' : 'http'}://${name}:${port}`).origin;
}

function build(env: Environment, urls: Urls, warnings: string[]) {
  return {
    ...urls,
    listen: env.RMM_LISTEN,
    agentsListen: env.RMM_AGENTS_LISTEN,
    mcpListen: env.RMM_MCP_LISTEN,
    tls: tls(env),
    trustedProxies: createAddressList(env.RMM_TRUSTED_PROXIES),
    database: database(env),
    /** Absolute. */
    dataDir: resolve(env.RMM_DATA_DIR),
    /** 32 bytes each; the first encrypts, all decrypt. Empty: the one in `dataDir`. */
    secretKeys: env.RMM_SECRET_KEY.map((key) => Buffer.from(key, 'base64')),
    adminToken: env.RMM_ADMIN_TOKEN,
    metricsToken: env.RMM_METRICS_TOKEN,
    allowUnapprovedJobs: env.RMM_ALLOW_UNAPPROVED_JOBS,
    remoteProvider: env.RMM_REMOTE_PROVIDER,
    /** Raw Ed25519 keys in base64. */
    updatePublicKeys: env.RMM_UPDATE_PUBLIC_KEY,
    oidc: oidc(env),
    mcpOauthEnabled: env.RMM_MCP_OAUTH_ENABLED,
    /** Undefined: everyone. */
    mcpAllowedIps: env.RMM_MCP_ALLOWED_IPS && createAddressList(env.RMM_MCP_ALLOWED_IPS),
    retentionDays: {
      alerts: env.RMM_ALERT_RETENTION_DAYS,
      checkResults: env.RMM_CHECK_RESULT_RETENTION_DAYS,
      notifications: env.RMM_NOTIFICATION_RETENTION_DAYS,
    },
    smtp: smtp(env),
    smtpAlertsAllowPrivate: env.RMM_SMTP_ALERTS_ALLOW_PRIVATE,
    webhooksAllowPrivate: env.RMM_WEBHOOKS_ALLOW_PRIVATE,
    alertsHourlyLimit: env.RMM_ALERTS_HOURLY_LIMIT,
    instanceName: env.RMM_INSTANCE_NAME ?? new URL(urls.consoleUrl).host,
    logLevel: env.RMM_LOG_LEVEL,
    /** Sentences for the log: what was probably meant otherwise, but need not stop the start. */
    warnings,
  };
}

/** Undefined: a reverse proxy terminates TLS. */
function tls({ RMM_TLS_CERT: certFile, RMM_TLS_KEY: keyFile }: Environment) {
  return certFile && keyFile ? { certFile, keyFile } : undefined;
}

/** Undefined: the embedded PostgreSQL in the data directory. */
function database({ RMM_DATABASE_URL: url, RMM_MIGRATE_DATABASE_URL: migrateUrl }: Environment) {
  return url ? { url, migrateUrl: migrateUrl ?? url } : undefined;
}

/** The account transport; undefined: no mail to accounts. Named by the operator, so it may be a private address. */
function smtp({ RMM_SMTP_URL: relay, RMM_SMTP_FROM: sender }: Environment): MailRelay | undefined {
  return relay && sender ? { ...relay, sender, publicOnly: false } : undefined;
}

/** Single sign-on; undefined: off. */
function oidc(env: Environment) {
  const { RMM_OIDC_ENABLED: enabled, RMM_OIDC_ISSUER: issuer, RMM_OIDC_CLIENT_ID: clientId } = env;
  if (!enabled || !issuer || !clientId) return undefined;
  return {
    issuer,
    clientId,
    clientSecret: env.RMM_OIDC_CLIENT_SECRET,
    label: env.RMM_OIDC_LABEL,
    scopes: env.RMM_OIDC_SCOPES,
    /** Key of the role for accounts made at their first sign-in; undefined: only existing accounts may sign in. */
    role: env.RMM_OIDC_ROLE,
    acrValues: env.RMM_OIDC_ACR_VALUES,
    requiredAmr: env.RMM_OIDC_REQUIRED_AMR,
  };
}
