/** What a browser does with a sign-in over single sign-on, without a browser: it follows, and keeps cookies. */
import type { Answer, TestServer } from '../../harness.ts';

export const CONSOLE = 'http://console.test';

/** A sign-in as far as its start. */
export interface Begun {
  /** Address at the provider. */
  url: URL;
  /** As the Cookie header has it. */
  cookie: string;
}

export const cookieOf = ({ headers }: Answer): string => headers.getSetCookie()[0]?.split(';')[0] ?? '';

export async function start(server: TestServer, redirectTo?: string): Promise<Begun> {
  const answer = await server.call('GET /api/auth/oidc/start', {
    token: null,
    query: redirectTo === undefined ? {} : { redirect_to: redirectTo },
  });
  return { url: new URL(answer.headers.get('location') ?? ''), cookie: cookieOf(answer) };
}

/** Follows the provider's redirects to the address with which it sends the browser back. */
export async function throughProvider(url: URL): Promise<Record<string, string>> {
  const jar = new Map<string, string>();
  let at = url;
  for (let step = 0; step < 8 && at.origin !== CONSOLE; step++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(at, { headers: { cookie }, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1)[0]?.split(/=(.*)/s) ?? [];
      jar.set(name, value);
    }
    const location = response.headers.get('location');
    if (!location) throw new Error(`the provider answers ${response.status}: ${await response.text()}`);
    at = new URL(location, at);
  }
  if (at.origin !== CONSOLE) throw new Error(`the provider does not come to an end: ${at.href}`);
  return Object.fromEntries(at.searchParams);
}

export const comeBack = (server: TestServer, query: Record<string, string>, cookie?: string): Promise<Answer> =>
  server.call('GET /api/auth/oidc/callback', { token: null, query, ...(cookie && { headers: { cookie } }) });

/** The fragment that the console's page gets. */
export function landed(answer: Answer): { code: string; to: string } {
  const url = new URL(answer.headers.get('location') ?? '');
  if (url.origin !== CONSOLE || url.pathname !== '/sso') throw new Error(`landed on ${url.href}`);
  const { code = '', to = '' } = Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
  return { code, to };
}

export const exchange = (
  server: TestServer,
  code: string,
  { cookie, origin }: { cookie?: string | undefined; origin?: string | undefined },
): Promise<Answer> =>
  server.call('POST /api/auth/oidc/exchange', {
    token: null,
    body: { code },
    headers: { ...(cookie && { cookie }), ...(origin && { origin }) },
  });

/** As far as the callback. */
export async function arrive(server: TestServer): Promise<{ answer: Answer; cookie: string }> {
  const { url, cookie } = await start(server);
  return { answer: await comeBack(server, await throughProvider(url), cookie), cookie };
}

/** The whole way. */
export async function signIn(server: TestServer): Promise<Answer> {
  const { answer, cookie } = await arrive(server);
  return exchange(server, landed(answer).code, { cookie, origin: CONSOLE });
}

/** What everything that fails looks like. */
export const FAILED = { status: 302, location: `${CONSOLE}/sign-in?sso=failed`, body: null };
export const seen = ({ status, headers, body }: Answer) => ({ status, location: headers.get('location'), body });

/** Why, as the audit trail tells operators; the newest first. */
export async function reasons(server: TestServer): Promise<string[]> {
  const rows = await server.db.sql<{ reason: string }[]>`
    select details->>'reason' as reason from audit_entries
    where action = 'auth.sso.fail' and outcome = 'refused' order by id desc`;
  return rows.map(({ reason }) => reason);
}

/** A minute later nothing is coalesced with what was refused before. */
export function nextMinute(server: TestServer): void {
  server.clock.offsetMs += 60_000;
}
