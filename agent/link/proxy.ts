/** The proxy for an address, from the environment (Bun's WebSocket does not look there by itself). */
export function proxyFor(address: string, env: NodeJS.ProcessEnv): string | undefined {
  const url = new URL(address);
  const name = url.protocol === 'wss:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const proxy = env[name] || env[name.toLowerCase()];
  if (!proxy || isExempt(url, env.NO_PROXY || env.no_proxy || '')) return undefined;
  return proxy.includes('://') ? proxy : `http://${proxy}`;
}

/** NO_PROXY as curl reads it: `*`, or names that match themselves and their subdomains, with or without a port. */
function isExempt(url: URL, list: string): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port || (url.protocol === 'wss:' ? '443' : '80');
  return list.split(/[\s,]+/).some((entry) => {
    if (entry === '') return false;
    if (entry === '*') return true;
    const [, name = '', onPort] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(isBareIpv6(entry) ? `[${entry}]` : entry) ?? [];
    if (onPort && onPort !== port) return false;
    const suffix = name.toLowerCase().replace(/^\*?\./, '');
    return host === suffix || host.endsWith(`.${suffix}`);
  });
}

const isBareIpv6 = (entry: string) => !entry.startsWith('[') && entry.split(':').length > 2;
