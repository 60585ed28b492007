import type { Api } from '../../handlers/index.ts';

type Route = keyof Api;
interface Sent {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

/** Calls the demo's own server as an API client would. @throws what the server answered, when it refuses. */
export type Call = <R extends Route>(route: R, sent?: Sent) => Promise<Api[R]['output']>;

export const createCall =
  (url: string, token: string): Call =>
  async (route, { params = {}, query, body } = {}) => {
    const [method, path = ''] = route.split(' ');
    const filled = path.replace(/:([A-Za-z_]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const response = await fetch(`${url}${filled}${query ? `?${new URLSearchParams(query)}` : ''}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${route} answered ${response.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
