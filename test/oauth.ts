/** The authorization server as applications use it: forms from many addresses, and codes as the consent page makes them. */
import { createHash, randomBytes } from 'node:crypto';
import { issueCode } from '../domain/oauth/codes.ts';
import type { Outside } from '../runtime/main.ts';
import { createOauthApplication, createPerson } from './factories.ts';
import { type Answer, startServer, type TestServer } from './harness.ts';
import { freePort } from './server-process.ts';

export const CALLBACK = 'https://client.example.com/callback';

export interface OauthServer extends TestServer {
  /** What tokens are for. */
  resource: string;
  /** Posts a form; each call comes from an address of its own unless one is given. */
  post: (path: string, form: Form, from?: string) => Promise<Answer>;
  /** Posts a registration, the same way. */
  register: (body: unknown, from?: string) => Promise<Answer>;
}
type Form = Record<string, string | undefined> | string;

/** @param outside as for startServer; its own port is the issuer's, so that a whole client works */
export async function startOauthServer(env: Record<string, string> = {}, outside: Outside = {}): Promise<OauthServer> {
  const at = `127.0.0.1:${await freePort()}`;
  const server = await startServer(
    {
      RMM_LISTEN: at,
      RMM_MCP_PUBLIC_URL: `http://${at}`,
      RMM_MCP_OAUTH_ENABLED: 'true',
      RMM_TRUSTED_PROXIES: '127.0.0.1/32',
      ...env,
    },
    outside,
  );
  let peers = 0;
  const peer = () => `198.51.${Math.floor(++peers / 250)}.${(peers % 250) + 1}`;
  const send = (path: string, body: string, type: string, from = peer()) =>
    server.call(`POST ${path}`, { token: null, body, headers: { 'content-type': type, 'x-forwarded-for': from } });
  return {
    ...server,
    resource: `http://${at}/mcp`,
    post: (path, form, from) => send(path, encode(form), 'application/x-www-form-urlencoded', from),
    register: (body, from) => send('/oauth/register', JSON.stringify(body), 'application/json', from),
  };
}

function encode(form: Form): string {
  if (typeof form === 'string') return form;
  const fields = Object.entries(form).filter((field): field is [string, string] => field[1] !== undefined);
  return new URLSearchParams(fields).toString();
}

export interface Grant {
  code: string;
  verifier: string;
  applicationId: string;
  clientId: string;
  userId: string;
  username: string;
  /** What exchanges it. */
  form: Record<string, string>;
}

/** An authorization that somebody consented to. */
export async function authorize(
  { db, ctx, resource }: OauthServer,
  {
    application,
    person,
    stated = true,
    redirectUri = CALLBACK,
    permissions,
  }: {
    application?: { id: string; clientId: string };
    person?: { id: string; username: string };
    stated?: boolean;
    redirectUri?: string;
    permissions?: 'mcp.use'[];
  } = {},
): Promise<Grant> {
  const { id, clientId } = application ?? (await createOauthApplication(db));
  const user = person ?? (await createPerson(db, permissions && { permissions }));
  const verifier = randomBytes(32).toString('base64url');
  const code = await issueCode(ctx, {
    applicationId: id,
    userId: user.id,
    redirectUri,
    redirectUriStated: stated,
    codeChallenge: createHash('sha256').update(verifier).digest('base64url'),
    scope: 'mcp',
    resource,
  });
  const form = {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    client_id: clientId,
    ...(stated && { redirect_uri: redirectUri }),
  };
  return { code, verifier, applicationId: id, clientId, userId: user.id, username: user.username, form };
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** The first pair of an authorization. */
export async function obtain(server: OauthServer, options?: Parameters<typeof authorize>[1]): Promise<Grant & Tokens> {
  const grant = await authorize(server, options);
  const { status, body } = await server.post('/oauth/token', grant.form);
  if (status !== 200) throw new Error(`no token: ${JSON.stringify(body)}`);
  return { ...grant, ...body };
}

export const refreshForm = (refreshToken: string, clientId?: string) => ({
  grant_type: 'refresh_token',
  refresh_token: refreshToken,
  client_id: clientId,
});

/** Audited actions about an application, oldest first. */
export const auditOf = (db: TestServer['db'], applicationId: string) =>
  db.sql<
    { action: string; actor_kind: string; actor_name: string; details: Record<string, unknown>; outcome: string }[]
  >`select action, actor_kind, actor_name, details, outcome from audit_entries where target_id = ${applicationId} order by id`;
