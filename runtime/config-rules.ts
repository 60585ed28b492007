/** What must hold between several variables, or between one and a file. */
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { AGENT_VARIABLES, Environment } from '../schema/config.ts';
import type { Urls } from './config.ts';

type Name = keyof Environment;

/** What stops the start: sentences that begin with the variable to blame. */
export function contradictions(env: Environment, urls: Urls): string[] {
  const issues: string[] = [];
  const refuse = (name: Name, message: string) => issues.push(`${name} ${message}`);
  const needs = (name: Name, missing: Name) => {
    if (env[name] && !env[missing]) refuse(missing, `must be set when ${name} is`);
  };
  needs('RMM_TLS_CERT', 'RMM_TLS_KEY');
  needs('RMM_TLS_KEY', 'RMM_TLS_CERT');
  needs('RMM_MIGRATE_DATABASE_URL', 'RMM_DATABASE_URL');
  needs('RMM_SMTP_URL', 'RMM_SMTP_FROM');
  needs('RMM_OIDC_ENABLED', 'RMM_OIDC_ISSUER');
  needs('RMM_OIDC_ENABLED', 'RMM_OIDC_CLIENT_ID');
  if (env.RMM_AGENTS_LISTEN && urls.mcpPublicUrl === urls.publicUrl) {
    refuse('RMM_MCP_PUBLIC_URL', 'must differ from RMM_PUBLIC_URL, which is the door of the agents');
  }
  issues.push(...sharedAddresses(env));
  if (env.RMM_TLS_CERT && env.RMM_TLS_KEY) issues.push(...tlsIssues(env.RMM_TLS_CERT, env.RMM_TLS_KEY));
  return issues;
}

/** uWebSockets.js would let two listeners share a port silently (SO_REUSEPORT). */
function sharedAddresses(env: Environment): string[] {
  const taken = new Map<string, Name>();
  return (['RMM_LISTEN', 'RMM_AGENTS_LISTEN', 'RMM_MCP_LISTEN'] as const).flatMap((name) => {
    const listen = env[name];
    if (!listen || listen.port === 0) return [];
    const address = `${listen.host}:${listen.port}`;
    const other = taken.get(address);
    taken.set(address, name);
    return other ? [`${name} must not be the address of ${other}`] : [];
  });
}

function tlsIssues(certFile: string, keyFile: string): string[] {
  const issues: string[] = [];
  const read = (name: Name, path: string) => {
    try {
      return readFileSync(path);
    } catch (error) {
      issues.push(`${name} cannot be read: ${reason(error)}`);
      return undefined;
    }
  };
  const cert = read('RMM_TLS_CERT', certFile);
  const key = read('RMM_TLS_KEY', keyFile);
  if (!cert || !key) return issues;
  const tries = { RMM_TLS_CERT: { cert }, RMM_TLS_KEY: { key } };
  for (const [name, options] of Object.entries(tries)) {
    try {
      createSecureContext(options);
    } catch (error) {
      issues.push(`${name} is not a PEM file that TLS can use: ${reason(error)}`);
    }
  }
  if (issues.length > 0) return issues;
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    issues.push(`RMM_TLS_KEY does not belong to RMM_TLS_CERT: ${reason(error)}`);
  }
  return issues;
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Short enough to be guessed within a rate limit's patience. */
const SHORT_TOKEN = 16;

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host);

/** What is said at start and does not stop it. `names` are the RMM_* variables that are set. */
export function warnings(env: Environment, urls: Urls, names: string[]): string[] {
  const known = new Set([...Object.keys(Environment.shape), ...AGENT_VARIABLES]);
  const found = names
    .filter((name) => !known.has(name))
    .map((name) => `${name} is not a variable of this server: is the name spelt right?`);
  for (const name of ['RMM_ADMIN_TOKEN', 'RMM_METRICS_TOKEN'] as const) {
    const token = env[name];
    if (token && token.length < SHORT_TOKEN) found.push(`${name} has fewer than ${SHORT_TOKEN} characters`);
  }
  if (!env.RMM_TLS_CERT && !isLoopback(env.RMM_LISTEN.host) && !urls.consoleUrl.startsWith('https:'))
    found.push('RMM_LISTEN serves other machines without TLS: passwords and tokens travel in the clear');
  if (env.RMM_MCP_OAUTH_ENABLED && !env.RMM_MCP_PUBLIC_URL) {
    found.push('RMM_MCP_OAUTH_ENABLED has no effect without RMM_MCP_PUBLIC_URL');
  }
  if (env.RMM_OIDC_ENABLED && env.RMM_OIDC_ROLE === 'admin') {
    found.push(
      'RMM_OIDC_ROLE is admin: whoever the provider lets in administers this whole server from their first sign-in',
    );
  }
  return found;
}
