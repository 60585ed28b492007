/** What a browser does with the consent page, without a browser: it keeps the cookie and posts the form. */
import { createHash } from 'node:crypto';
import { createOauthApplication } from './factories.ts';
import type { Answer, TestServer } from './harness.ts';

export const VERIFIER = 'a-verifier-of-forty-three-characters-or-more-12';
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
export const STATE = 'a state, with/odd+characters=&ü%20';
export const CALLBACK = 'https://client.example.com/callback';

export interface Application {
  id: string;
  clientId: string;
  name: string;
}
type Fields = Record<string, string | undefined>;

/** A right request of an application; what is undefined is left out. */
export const requestOf = ({ clientId }: Pick<Application, 'clientId'>, changes: Fields = {}): Record<string, string> =>
  given({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: CALLBACK,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    state: STATE,
    ...changes,
  });

const given = (fields: Fields): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined));

let peers = 0;
/** Another address each time, so that limits are met only where a test means to. */
export const newPeer = () => `203.0.${Math.floor(++peers / 250)}.${(peers % 250) + 1}`;

export const ask = (server: TestServer, query: Record<string, string>, headers: Record<string, string> = {}) =>
  server.call('GET /oauth/authorize', { token: null, query, headers: { 'x-forwarded-for': newPeer(), ...headers } });

/** A page, as far as its form goes. */
export interface ConsentPage {
  answer: Answer;
  html: string;
  /** As the Cookie header has it. */
  cookie: string;
  /** Its hidden fields. */
  hidden: Record<string, string>;
}

export function pageOf(answer: Answer, before?: string): ConsentPage {
  const html = String(answer.body);
  const inputs = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g);
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? before ?? '';
  const hidden = Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, unescaped(value)]));
  return { answer, html, cookie, hidden };
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** The page that an application's request leads to. */
export async function openPage(
  server: TestServer,
  application: Application,
  changes: Fields = {},
  headers: Record<string, string> = {},
): Promise<ConsentPage> {
  const answer = await ask(server, requestOf(application, changes), headers);
  if (answer.status !== 200)
    throw new Error(`no page but ${answer.status}: ${answer.headers.get('location')} ${answer.body}`);
  return pageOf(answer);
}

/** Posts the page's form with what somebody enters. */
export const submit = (
  server: TestServer,
  { hidden, cookie }: Pick<ConsentPage, 'hidden' | 'cookie'>,
  fields: Fields,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  server.call('POST /oauth/authorize', {
    token: null,
    body: new URLSearchParams(given({ ...hidden, ...fields })).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': newPeer(),
      ...(cookie && { cookie }),
      ...headers,
    },
  });

/** An application with one redirect URI. */
export const application = (server: TestServer, redirectUris = [CALLBACK]): Promise<Application> =>
  createOauthApplication(server.db, { redirectUris });

/** What the application gets back, from where the browser is sent. */
export function returned(answer: Answer): { to: string; parameters: Record<string, string> } {
  const location = answer.headers.get('location') ?? '';
  const mark = location.indexOf('?');
  const query = mark < 0 ? '' : location.slice(mark + 1);
  return {
    to: mark < 0 ? location : location.slice(0, mark),
    parameters: Object.fromEntries(new URLSearchParams(query)),
  };
}

/** What the trail holds about an application, the oldest first. */
export const trailOf = ({ db }: TestServer, { id }: Pick<Application, 'id'>) =>
  db.sql<
    { action: string; outcome: string; actor_kind: string; actor_id: string; details: Record<string, unknown> }[]
  >`select action, outcome, actor_kind, actor_id, details from audit_entries where target_id = ${id} order by id`;

export const codesOf = async ({ db }: TestServer, { id }: Pick<Application, 'id'>): Promise<number> =>
  (await db.sql`select 1 from oauth_codes where application_id = ${id}`).count;
