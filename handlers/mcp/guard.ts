import type { Settings } from '../../domain/context.ts';
import { hostListed, isLoopback, knownHosts, readPolicy } from '../../domain/oauth/policy.ts';
import { Problem } from '../../domain/problem.ts';
import type { GuardCtx, RequestHead } from '../../runtime/endpoint.ts';

/** Who may talk to /mcp before anybody looks at a bearer (ATTACKS.md 48; Streamable HTTP transport, Security Warning). */
export async function guard(ctx: GuardCtx, { host, origin, ip }: RequestHead): Promise<void> {
  const { settings } = ctx;
  if (!settings.mcpAllows(ip ?? ''))
    throw new Problem(403, 'address_not_allowed', 'This address may not use /mcp (RMM_MCP_ALLOWED_IPS).');
  if (!isOurs(settings, host))
    throw new Problem(
      403,
      'host_not_allowed',
      'This server does not answer /mcp under that host name: use its own address, or set RMM_MCP_PUBLIC_URL.',
    );
  if (origin !== null && !(await mayRead(ctx, origin)))
    throw new Problem(403, 'origin_not_allowed', 'Pages of this origin may not use /mcp.');
}

/**
 * Whether pages of this origin may call and read: our own, those of the applications that people connect from, and whatever
 * runs on the person's own computer, on any port (CONTRACT.md, MCP and OAuth).
 */
export async function mayRead({ sql, settings }: GuardCtx, origin: string): Promise<boolean> {
  const own = settings.mcpUrl ?? settings.consoleUrl;
  if (origin === own) return true;
  const url = URL.parse(origin);
  if (!url || url.origin !== origin) return false; // `null` among them
  if (isLoopback(url.hostname)) return true;
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return knownHosts.includes(url.hostname) || hostListed(await readPolicy({ sql }), url.hostname);
}

/** RFC 3986, 3.2.2, as far as a Host header needs it: a name or an address, and perhaps a port. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i;
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
/** The whole of it: `127.0.0.1.evil.example` is a name. */
const LOOPBACK_V4 = /^127(?:\.\d{1,3}){3}$/;

/**
 * A page that has its own name resolve to this server's address still sends its own name. So a name must be one that was
 * configured; an address cannot be taken over that way, and must be that of the listener. The port is the proxy's matter.
 */
function isOurs({ mcpUrl, consoleUrl, mcpHost }: Settings, host: string | null): boolean {
  if (host === null || !HOST.test(host)) return false;
  const name = URL.parse(`http://${host}`)?.hostname;
  if (name === undefined) return false;
  if (name === new URL(mcpUrl ?? consoleUrl).hostname) return true;
  const listens = URL.parse(`http://${mcpHost.includes(':') ? `[${mcpHost}]` : mcpHost}`)?.hostname ?? mcpHost;
  if (isLocal(name)) return everywhere.has(listens) || isLocal(listens);
  const literal = name.startsWith('[') || IPV4.test(name);
  return name === listens || (literal && everywhere.has(listens));
}

const everywhere = new Set(['0.0.0.0', '[::]']);

const isLocal = (name: string): boolean => isLoopback(name) || LOOPBACK_V4.test(name);
