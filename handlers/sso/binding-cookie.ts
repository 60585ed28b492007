import type { RequestHeaders } from '../../runtime/endpoint.ts';

/** The ten minutes of a flow and the one of its exchange. */
const MAX_AGE_SEC = 11 * 60;

/**
 * The cookie that ties a sign-in to the browser in which it began. Over TLS the prefix `__Host-` keeps other hosts of the
 * domain from setting it (RFC 6265bis, 4.1.3.2). Lax, because the provider's redirect comes from another site.
 */
export interface BindingCookie {
  /** A value of Set-Cookie. */
  set: (binding: string) => string;
  clear: string;
  /** Its value; undefined without one, and with several, of which at least one is not ours. */
  read: (headers: RequestHeaders) => string | undefined;
}

export function bindingCookie({ consoleUrl }: { consoleUrl: string }): BindingCookie {
  const secure = consoleUrl.startsWith('https:');
  const name = secure ? '__Host-muster-sso' : 'muster-sso';
  const write = (value: string, maxAgeSec: number) =>
    `${name}=${value}; Path=/; Max-Age=${maxAgeSec}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    set: (binding) => write(binding, MAX_AGE_SEC),
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
