/** Two companies with one of everything in each: the caller's scope lies in one of them, the ids it tries come from the other. */
import { refreshInstances } from '../../domain/check-runs/effective.ts';
import { createApplication, createGrant } from '../applications.ts';
import {
  createAlert,
  createApiToken,
  createDevice,
  createJob,
  createPerson,
  createPlace,
  createRole,
} from '../factories.ts';
import type { TestServer } from '../harness.ts';

/** One company and what belongs to it; each value is an id. */
export interface Holdings {
  client: string;
  site: string;
  group: string;
  device: string;
  enrollToken: string;
  alert: string;
  alertSuppression: string;
  job: string;
  /** Assigned to the department. */
  policy: string;
  assignment: string;
  /** Of the device. */
  check: string;
  policyCheck: string;
  /** Of the device. */
  task: string;
  policyTask: string;
  /** Of the task, and of that of the policy. */
  standing: string;
  policyStanding: string;
  batch: string;
  /** To delete the device, and to move it to another site of the company. */
  deviceOperation: string;
  moveOperation: string;
  /** Scoped to the company. */
  user: string;
  session: string;
  chatSession: string;
  passkey: string;
  /** To add another one. */
  passkeyChallenge: string;
  /** Bound to that user. */
  apiToken: string;
  /** An application that this user authorized. */
  oauthApp: string;
}

export interface World {
  mine: Holdings;
  foreign: Holdings;
  /** A role that a scoped caller may hand out. */
  role: string;
  /** Of the library, which is everybody's. */
  script: string;
}

export async function createWorld(server: TestServer): Promise<World> {
  const role = await createRole(server.db, ['jobs.view']);
  const { id: script } = await server.ok('POST /api/scripts', { body: { name: 'Shared', shell: 'sh', body: 'true' } });
  const mine = await createHoldings(server, role);
  const foreign = await createHoldings(server, role);
  // What the server would otherwise do within a second, in the middle of a comparison.
  await refreshInstances(server.ctx);
  return { mine, foreign, role, script };
}

async function createHoldings(server: TestServer, role: string): Promise<Holdings> {
  const { db } = server;
  const place = await createPlace(db);
  const device = await createDevice(db, place);
  const batch = crypto.randomUUID();
  const job = await createJob(db, device, { batchId: batch, script: `echo ${device.hostname}` });
  const user = await createPerson(db, { role, scopes: [{ scope_type: 'client', scope_id: place.client_id }] });
  const [chat] = await db.sql<{ id: string }[]>`
    insert into chat_sessions (user_id, created_by, title) values (${user.id}, ${user.username}, 'Private') returning id`;
  const [session] = await db.sql<{ id: string }[]>`select id from sessions where user_id = ${user.id}`;
  const [passkey] = await db.sql<{ id: string }[]>`
    insert into passkeys (user_id, name, rp_id, credential_id, public_key)
    values (${user.id}, ${`passkey of ${user.username}`}, 'console.test', ${user.id}, 'x') returning id`;
  const [challenge] = await db.sql<{ id: string }[]>`
    insert into passkey_challenges (user_id, purpose, challenge, expires_at)
    values (${user.id}, 'register', 'x', now() + interval '5 minutes') returning id`;
  const { id: apiToken } = await createApiToken(db, { role, userId: user.id });
  const { id: oauthApp } = await createApplication(db);
  await createGrant(db, { application: oauthApp, user: user.id });
  const { id: enrollToken } = await server.ok('POST /api/enroll-tokens', { body: { site_id: place.site_id } });
  const { id: policy } = await server.ok('POST /api/policies', { body: { name: `policy of ${device.hostname}` } });
  const { id: assignment } = await server.ok('POST /api/policies/:id/assignments', {
    params: { id: policy },
    body: { scope_type: 'group', scope_id: place.group_id },
  });
  const owned = (owner: object) =>
    server.ok('POST /api/checks', { body: { type: 'cpuload', name: `check of ${device.hostname}`, ...owner } });
  const task = async (owner: object) => {
    const body = { name: `task of ${device.hostname}`, shell: 'sh', script: `echo ${device.hostname}`, ...owner };
    return server.ok('POST /api/tasks', { body: { ...body, schedule_kind: 'once', run_at: '2099-01-01T00:00:00Z' } });
  };
  const deviceTask = await task({ agent_id: device.id });
  const policyTask = await task({ policy_id: policy });
  const alert = await createAlert(db, device, { title: `alert of ${device.hostname}` });
  const { id: alertSuppression } = await server.ok('POST /api/alert-suppressions', {
    body: {
      kind: 'silence',
      scope_type: 'site',
      scope_id: place.site_id,
      ends_at: new Date(Date.now() + 3_600_000).toISOString(),
      reason: `window of ${device.hostname}`,
    },
  });
  const proposed = { agent_ids: [device.id], reason: `about ${device.hostname}` };
  const { id: deviceOperation } = await server.ok('POST /api/device-operations/delete', { body: proposed });
  const { id: elsewhere } = await server.ok('POST /api/sites', {
    body: { client_id: place.client_id, name: `elsewhere of ${device.hostname}` },
  });
  const { id: moveOperation } = await server.ok('POST /api/device-operations/move', {
    body: { ...proposed, site_id: elsewhere },
  });
  return {
    alert,
    deviceOperation,
    moveOperation,
    alertSuppression,
    policy,
    assignment,
    check: (await owned({ agent_id: device.id })).id,
    task: deviceTask.id,
    policyTask: policyTask.id,
    standing: deviceTask.approval_id ?? '',
    policyStanding: policyTask.approval_id ?? '',
    policyCheck: (await owned({ policy_id: policy })).id,
    client: place.client_id,
    site: place.site_id,
    group: place.group_id,
    device: device.id,
    enrollToken,
    job,
    batch,
    user: user.id,
    session: session?.id ?? '',
    chatSession: chat?.id ?? '',
    passkey: passkey?.id ?? '',
    passkeyChallenge: challenge?.id ?? '',
    apiToken,
    oauthApp,
  };
}

/** Names and texts of one company, none of which a refusal may carry. */
export async function secretsOf({ db }: TestServer, held: Holdings): Promise<string[]> {
  const rows = await db.sql<{ text: string }[]>`
    select name as text from clients where id = ${held.client}
    union all select name from sites where id = ${held.site}
    union all select name from groups where id = ${held.group}
    union all select hostname from devices where id = ${held.device}
    union all select name from policies where id = ${held.policy}
    union all select name from checks where id = ${held.check}
    union all select name from tasks where id = ${held.task}
    union all select title from alerts where id = ${held.alert}
    union all select reason from device_operations where id = ${held.deviceOperation}
    union all select reason from alert_suppressions where id = ${held.alertSuppression}
    union all select username from users where id = ${held.user}
    union all select name from passkeys where id = ${held.passkey}
    union all select name from api_tokens where id = ${held.apiToken}
    union all select name from oauth_applications where id = ${held.oauthApp}`;
  return rows.map(({ text }) => text);
}

/** Everything that a call may have changed, whoever wrote it; the audit trail and times of use aside. */
export async function stateOf({ db }: TestServer): Promise<unknown> {
  const tables = await db.sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname !~ '^(audit_entries|schema_migrations)'
    order by relname`;
  const state: Record<string, unknown> = {};
  for (const { name } of tables)
    state[name] = (
      await db.sql`
        select md5(coalesce(string_agg(row, e'\n' order by row), '')) as md5, count(*)::int as count
        from (select (to_jsonb(t) - 'last_used_at')::text as row from ${db.sql(name)} t) rows`
    )[0];
  return state;
}
