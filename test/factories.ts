/** Rows that tests start from, written as the domain would have left them. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { hashPassword } from '../domain/passwords/hash.ts';
import { hashToken, newToken } from '../domain/tokens.ts';
import type { JobStatus } from '../schema/jobs.ts';
import type { Permission } from '../schema/permissions.ts';
import type { Shell } from '../schema/shell.ts';
import type { ScopeRow } from '../schema/users.ts';
import { createApplication, createGrant } from './applications.ts';
import type { TestDatabase } from './database.ts';

let counter = 0;
const next = (what: string) => `${what}-${process.pid}-${++counter}`;

export interface Person {
  id: string;
  username: string;
  role: string;
  /** A session's token. */
  token: string;
}

/** Good enough for the policy. */
export const PASSWORD = 'Correct-Horse-Battery-9';

const hashes = new Map<string, Promise<string>>();

/** Made once in a process: it is slow on purpose, and accounts of tests may share it. */
function hashOf(password: string): Promise<string> {
  const made = hashes.get(password) ?? hashPassword(password, randomBytes);
  hashes.set(password, made);
  return made;
}

/** Somebody who is signed in, with a role of their own when permissions are given; with a password when one is to be used. */
export async function createPerson(
  db: TestDatabase,
  {
    role = 'admin',
    permissions,
    scopes = [],
    password,
    email = null,
    confirmed = false,
  }: {
    role?: string;
    permissions?: readonly Permission[];
    scopes?: ScopeRow[];
    password?: string;
    email?: string | null;
    /** They have shown that they read mail there. */
    confirmed?: boolean;
  } = {},
): Promise<Person> {
  const key = permissions ? await createRole(db, permissions) : role;
  const username = next('person');
  const hash = password === undefined ? null : await hashOf(password);
  const [user] = await db.sql<{ id: string }[]>`
    insert into users (username, role_key, password_hash, email, email_confirmed_at)
    values (${username}, ${key}, ${hash}, ${email}, ${confirmed ? new Date() : null}) returning id`;
  const id = user?.id ?? '';
  for (const { scope_type, scope_id } of scopes)
    await db.sql`insert into user_scopes (user_id, scope_type, scope_id) values (${id}, ${scope_type}, ${scope_id})`;
  const token = newToken('session', randomBytes);
  await db.sql`insert into sessions (user_id, token_hash, expires_at) values (${id}, ${hashToken(token)}, now() + interval '7 days')`;
  return { id, username, role: key, token };
}

export async function createRole(db: TestDatabase, permissions: readonly Permission[]): Promise<string> {
  const key = next('role');
  await db.sql`insert into roles (key, name, permissions) values (${key}, ${key}, ${[...permissions]})`;
  return key;
}

/** An API token bound to nobody, or to a user. */
export async function createApiToken(
  db: TestDatabase,
  { role = 'admin', userId = null, mcpOnly = false }: { role?: string; userId?: string | null; mcpOnly?: boolean } = {},
): Promise<{ id: string; token: string }> {
  const token = newToken('apiToken', randomBytes);
  const [row] = await db.sql<{ id: string }[]>`
    insert into api_tokens (name, token_hash, role_key, user_id, mcp_only, issued_by, issued_by_id)
    values (${next('token')}, ${hashToken(token)}, ${role}, ${userId}, ${mcpOnly}, 'test', ${userId}) returning id`;
  return { id: row?.id ?? '', token };
}

/** An AI application that may be authorized. */
export async function createOauthApplication(
  db: TestDatabase,
  {
    redirectUris = ['https://client.example.com/callback'],
    status = 'approved',
  }: { redirectUris?: string[]; status?: 'approved' | 'pending' } = {},
): Promise<{ id: string; clientId: string; name: string }> {
  const { id, client_id: clientId, name } = await createApplication(db, { redirectUris, status });
  return { id, clientId, name };
}

/** What an application got from its user: a pair of tokens, the first of its family. */
export async function createOauthToken(
  db: TestDatabase,
  { userId, applicationId, mcpUrl = 'http://127.0.0.1' }: { userId: string; applicationId?: string; mcpUrl?: string },
): Promise<{ token: string; refreshToken: string; applicationId: string }> {
  const application = applicationId ?? (await createOauthApplication(db)).id;
  const { access, refresh } = await createGrant(db, { application, user: userId, resource: `${mcpUrl}/mcp` });
  return { token: access, refreshToken: refresh, applicationId: application };
}

export interface Place {
  client_id: string;
  site_id: string;
  group_id: string;
}

/** A company with one site and one department. */
export async function createPlace(db: TestDatabase, name = next('company')): Promise<Place> {
  const [client] = await db.sql<{ id: string }[]>`insert into clients (name) values (${name}) returning id`;
  const client_id = client?.id ?? '';
  return { client_id, ...(await createSite(db, client_id)) };
}

export async function createSite(
  db: TestDatabase,
  client_id: string,
  name = next('site'),
): Promise<{ site_id: string; group_id: string }> {
  const [site] = await db.sql<
    { id: string }[]
  >`insert into sites (client_id, name) values (${client_id}, ${name}) returning id`;
  const site_id = site?.id ?? '';
  const [group] = await db.sql<{ id: string }[]>`
    insert into groups (client_id, site_id, name) values (${client_id}, ${site_id}, ${next('department')}) returning id`;
  return { site_id, group_id: group?.id ?? '' };
}

export interface MadeDevice {
  id: string;
  hostname: string;
  /** What its agent signs in with. */
  credential: string;
}

/** An enrolled device; without a place it is unassigned, with one it lies in its department unless told otherwise. */
export async function createDevice(
  db: TestDatabase,
  options: Partial<Place> & {
    hostname?: string;
    version?: string;
    status?: 'online' | 'offline';
    os_family?: string;
  } = {},
): Promise<MadeDevice> {
  const { hostname = next('host'), version = '0.5.0', status = 'offline', os_family = 'linux' } = options;
  const { client_id = null, site_id = null, group_id = null } = options;
  const credential = newToken('device', randomBytes);
  const [row] = await db.sql<{ id: string }[]>`
    insert into devices (install_id, credential_hash, hostname, version, status, os_family, os_name, client_id, site_id, group_id)
    values (${randomUUID()}, ${hashToken(credential)}, ${hostname}, ${version}, ${status}, ${os_family}, 'Debian GNU/Linux',
            ${client_id}, ${site_id}, ${group_id})
    returning id`;
  return { id: row?.id ?? '', hostname, credential };
}

/** A job in any state, as proposed by nobody in particular. */
export async function createJob(
  db: TestDatabase,
  device: { id: string; hostname: string },
  options: { status?: JobStatus; script?: string; shell?: Shell; batchId?: string; description?: string } = {},
): Promise<string> {
  const { status = 'awaiting_approval', script = 'true', shell = 'bash', batchId = null, description = '' } = options;
  const sha256 = createHash('sha256').update(`${shell}\n${script}`).digest('hex');
  await db.sql`insert into job_contents (sha256, shell, script) values (${sha256}, ${shell}, ${script}) on conflict do nothing`;
  const proposedBy = { kind: 'system', id: null, name: 'test', client_host: null, on_behalf_of: null };
  const sentAt = ['sent', 'running', 'cancel_requested'].includes(status) ? new Date(Date.now() - 1000) : null;
  const [row] = await db.sql<{ id: string }[]>`
    insert into jobs (agent_id, agent_hostname, client_id, site_id, group_id, batch_id, shell, content_sha256, description, timeout_sec,
                      source, status, proposed_by, sent_at)
    select d.id, d.hostname, d.client_id, d.site_id, d.group_id, ${batchId}, ${shell}, ${sha256}, ${description}, 3600,
           'api', ${status}, ${db.sql.json(proposedBy)}, ${sentAt}
    from devices d where d.id = ${device.id}
    returning id`;
  return row?.id ?? '';
}

/** An alert of a device, as its own check would have raised it a minute ago. */
export async function createAlert(
  db: TestDatabase,
  device: { id: string },
  options: {
    status?: 'open' | 'acknowledged' | 'resolved';
    severity?: 'warning' | 'error';
    title?: string;
    message?: string;
    checkId?: string;
    raisedAt?: Date;
  } = {},
): Promise<string> {
  const { status = 'open', severity = 'warning', title = next('condition'), message = 'is too high' } = options;
  const { checkId = randomUUID(), raisedAt = new Date(Date.now() - 60_000) } = options;
  const by = { kind: 'system', id: null, name: 'test', client_host: null, on_behalf_of: null };
  const [row] = await db.sql<{ id: string }[]>`
    insert into alerts (condition_key, kind, source_id, agent_id, agent_hostname, client_id, site_id, group_id, title, message,
      severity, status, observed_value, threshold_value, first_seen_at, last_seen_at, raised_at, told_severity,
      acknowledged_at, acknowledged_by, resolved_at, resolution)
    select ${`check:${checkId}:${device.id}`}, 'check', ${checkId}, d.id, d.hostname, d.client_id, d.site_id, d.group_id, ${title}, ${message},
      ${severity}, ${status}, 91.5, 90, ${raisedAt}, ${raisedAt}, ${raisedAt}, ${severity},
      ${status === 'acknowledged' ? raisedAt : null}, ${status === 'acknowledged' ? db.sql.json(by) : null},
      ${status === 'resolved' ? raisedAt : null}, ${status === 'resolved' ? 'cleared' : null}
    from devices d where d.id = ${device.id} returning id`;
  const id = row?.id ?? '';
  await db.sql`insert into alert_events (alert_id, kind, at) values (${id}, 'raised', ${raisedAt})`;
  return id;
}
