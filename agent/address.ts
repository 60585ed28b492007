const schemes: Record<string, string> = { 'ws:': 'ws:', 'wss:': 'wss:', 'http:': 'ws:', 'https:': 'wss:' };

/**
 * The WebSocket address an agent connects to. `https://host` and `wss://host/ws/agent` mean the same; a path before
 * /ws/agent stays, for servers behind a prefix.
 * @throws Error with a sentence for the user.
 */
export function agentAddress(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  const scheme = url && schemes[url.protocol];
  if (!url || !scheme || !url.hostname) {
    throw new Error(
      `The server address "${given}" must begin with wss://, ws://, https:// or http:// and name a host.`,
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new Error('The server address must hold neither a user, a password, a query nor a fragment.');
  }
  const path = url.pathname.replace(/\/+$/, '');
  return `${scheme}//${url.host}${path.endsWith('/ws/agent') ? path : `${path}/ws/agent`}`;
}
