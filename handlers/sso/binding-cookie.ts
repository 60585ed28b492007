import type { RequestHeaders } from '../../runtime/endpoint.ts';

/** The ten minutes of a flow and the one of its exchange. */
const MAX_AGE_SEC = 11 * 60;

/**
 * A cookie for one host. Over TLS the prefix `__Host-` keeps other hosts of the domain from setting it (RFC 6265bis,
 * 4.1.3.2). Lax, because what leads here comes from another site.
 */
export interface HostCookie {
  /** A value of Set-Cookie. */
  set: (value: string) => string;
  clear: string;
  /** Its value; undefined without one, and with several, of which at least one is not ours. */
  read: (headers: RequestHeaders) => string | undefined;
}

/** @param origin of the pages that have it, from the configuration */
export function hostCookie(plainName: string, origin: string, keptSec: number): HostCookie {
  const secure = origin.startsWith('https:');
  const name = secure ? `__Host-${plainName}` : plainName;
  const write = (value: string, maxAgeSec: number) =>
    `${name}=${value}; Path=/; Max-Age=${maxAgeSec}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    set: (value) => write(value, keptSec),
    clear: write('', 0),
    read: ({ cookie = '' }) => {
      const sent = cookie.split(';').map((part) => part.trim());
      const [value, other] = sent
        .filter((part) => part.startsWith(`${name}=`))
        .map((part) => part.slice(name.length + 1));
      return value && other === undefined ? value : undefined;
    },
  };
}

/** The cookie that ties a sign-in to the browser in which it began. */
export const bindingCookie = ({ consoleUrl }: { consoleUrl: string }): HostCookie =>
  hostCookie('muster-sso', consoleUrl, MAX_AGE_SEC);
