/** POST /oauth/token with a refresh token (CONTRACT.md, MCP and OAuth; ATTACKS.md 14, 15). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { remove } from '../../../domain/oauth/applications/remove.ts';
import { forgetSuccessors } from '../../../domain/oauth/sweep.ts';
import { createOauthApplication, createRole } from '../../factories.ts';
import { auditOf, type OauthServer, obtain, refreshForm, startOauthServer, type Tokens } from '../../oauth.ts';

let server: OauthServer;
beforeAll(async () => {
  server = await startOauthServer();
});
afterAll(() => server.stop());

const refresh = (token: string, clientId?: string) => server.post('/oauth/token', refreshForm(token, clientId));
const refused = (error: string, status = 400) => ({ status, body: { error } });
const pairOf = ({ body }: { body: Tokens }) => ({ access: body.access_token, refresh: body.refresh_token });

/** Whether an access token leads to somebody: then it is refused for its door, and not for itself. */
const isGood = async (token: string) => (await server.call('GET /api/me', { token })).status === 403;

/** Runs `work` with the server's clock ahead. */
async function ahead<T>(ms: number, work: () => Promise<T>): Promise<T> {
  server.clock.offsetMs = ms;
  try {
    return await work();
  } finally {
    server.clock.offsetMs = 0;
  }
}

test('a refresh token leads to a new pair, for an hour and thirty days', async () => {
  const grant = await obtain(server);
  const answer = await refresh(grant.refresh_token, grant.clientId);
  expect(answer).toMatchObject({ status: 200, body: { token_type: 'Bearer', expires_in: 3600, scope: 'mcp' } });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(pairOf(answer)).not.toMatchObject({ refresh: grant.refresh_token });
  const [row] = await server.db.sql`
    select refresh_expires_at - created_at = interval '30 days' as lasts, expires_at - created_at = interval '1 hour' as brief
    from oauth_tokens where application_id = ${grant.applicationId} and spent_at is null`;
  expect(row).toEqual({ lasts: true, brief: true });
  expect(await auditOf(server.db, grant.applicationId)).toMatchObject([
    { action: 'oauth.token' },
    { action: 'oauth.token', actor_kind: 'oauth', details: { user: grant.username, grant: 'refresh_token' } },
  ]);
  expect(await isGood(answer.body.access_token)).toBe(true);
});

test('it needs no client_id, and refuses another’s', async () => {
  const [grant, other] = [await obtain(server), await createOauthApplication(server.db)];
  expect(await refresh(grant.refresh_token, other.clientId)).toMatchObject(refused('invalid_grant'));
  expect((await refresh(grant.refresh_token)).status).toBe(200);
});

test('of twenty that refresh at once, all get the same pair, and there is one successor', async () => {
  const grant = await obtain(server);
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(grant.refresh_token, grant.clientId)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(new Set(answers.map((answer) => JSON.stringify(pairOf(answer))))).toHaveProperty('size', 1);
  const rows = await server.db.sql`select 1 from oauth_tokens where application_id = ${grant.applicationId}`;
  expect(rows).toHaveLength(2);
  expect(await isGood(answers[0]?.body.access_token)).toBe(true);
});

test('who repeats a refresh within a minute gets the identical pair, with what is left of its hour', async () => {
  const grant = await obtain(server);
  const first = await refresh(grant.refresh_token, grant.clientId);
  const again = await ahead(55_000, () => refresh(grant.refresh_token, grant.clientId));
  expect(again.status).toBe(200);
  expect(pairOf(again)).toEqual(pairOf(first));
  expect(again.body.expires_in).toBeLessThanOrEqual(3545);
  expect(await auditOf(server.db, grant.applicationId)).toHaveLength(2);
});

test('the pair that is kept for repeats is sealed, and gone after the minute', async () => {
  const grant = await obtain(server);
  const { body } = await refresh(grant.refresh_token, grant.clientId);
  const kept = () => server.db.sql<{ successor: string | null }[]>`
    select successor from oauth_tokens where application_id = ${grant.applicationId} and spent_at is not null`;
  const [sealed] = await kept();
  expect(sealed?.successor).toEqual(expect.any(String));
  for (const token of [body.access_token, body.refresh_token]) expect(sealed?.successor).not.toContain(token);
  await forgetSuccessors(server.ctx);
  expect(await kept()).toEqual([sealed]);
  await ahead(61_000, () => forgetSuccessors(server.ctx));
  expect(await kept()).toEqual([{ successor: null }]);
});

describe('every token of an authorization is revoked, and that is audited, when a spent refresh token comes', () => {
  const revoked = (details: object) => ({ action: 'oauth.token.revoke', actor_kind: 'oauth', details });

  test('after the minute', async () => {
    const grant = await obtain(server);
    const next = await refresh(grant.refresh_token, grant.clientId);
    expect(await ahead(61_000, () => refresh(grant.refresh_token, grant.clientId))).toMatchObject(
      refused('invalid_grant'),
    );
    expect(await refresh(next.body.refresh_token, grant.clientId)).toMatchObject(refused('invalid_grant'));
    for (const token of [grant.access_token, next.body.access_token]) expect(await isGood(token)).toBe(false);
    const entries = await auditOf(server.db, grant.applicationId);
    expect(entries.at(-1)).toMatchObject(revoked({ user: grant.username, tokens: 2, reason: 'refresh_reused' }));
  });

  test('within the minute, when its successor was used already', async () => {
    const grant = await obtain(server);
    const next = await refresh(grant.refresh_token, grant.clientId);
    const last = await refresh(next.body.refresh_token, grant.clientId);
    expect(await refresh(grant.refresh_token, grant.clientId)).toMatchObject(refused('invalid_grant'));
    expect(await refresh(last.body.refresh_token, grant.clientId)).toMatchObject(refused('invalid_grant'));
    expect(await isGood(last.body.access_token)).toBe(false);
  });

  test('without the pair of the minute, because the sweep was early', async () => {
    const grant = await obtain(server);
    await refresh(grant.refresh_token, grant.clientId);
    await server.db.sql`update oauth_tokens set successor = null where application_id = ${grant.applicationId}`;
    expect(await refresh(grant.refresh_token, grant.clientId)).toMatchObject(refused('invalid_grant'));
  });

  test('but not by another application’s client_id', async () => {
    const [grant, other] = [await obtain(server), await createOauthApplication(server.db)];
    const next = await refresh(grant.refresh_token, grant.clientId);
    await ahead(61_000, () => refresh(grant.refresh_token, other.clientId));
    expect((await refresh(next.body.refresh_token, grant.clientId)).status).toBe(200);
  });
});

describe('there is no refresh', () => {
  const sql = () => server.db.sql;

  test('of a token that is made up', async () => {
    expect(await refresh('rmr_made-up')).toMatchObject(refused('invalid_grant'));
    expect(await refresh('rmr_made-up', 'nobody')).toMatchObject(refused('invalid_client', 401));
  });

  test('with an access token', async () => {
    const grant = await obtain(server);
    expect(await refresh(grant.access_token, grant.clientId)).toMatchObject(refused('invalid_grant'));
  });

  test('after thirty days', async () => {
    const grant = await obtain(server);
    const late = await ahead(30 * 24 * 3600_000 + 1000, () => refresh(grant.refresh_token, grant.clientId));
    expect(late).toMatchObject(refused('invalid_grant'));
  });

  test('for an application that was removed: 401 invalid_client', async () => {
    const grant = await obtain(server);
    await remove(server.ctx, grant.applicationId);
    expect(await refresh(grant.refresh_token, grant.clientId)).toMatchObject(refused('invalid_client', 401));
    expect(await isGood(grant.access_token)).toBe(false);
  });

  test('for one that waits, whose access token is good for nothing either; approved, both work again', async () => {
    const grant = await obtain(server);
    await sql()`update oauth_applications set status = 'pending' where id = ${grant.applicationId}`;
    expect(await refresh(grant.refresh_token, grant.clientId)).toMatchObject(refused('invalid_grant'));
    expect(await isGood(grant.access_token)).toBe(false);
    await sql()`update oauth_applications set status = 'approved' where id = ${grant.applicationId}`;
    expect((await refresh(grant.refresh_token, grant.clientId)).status).toBe(200);
  });

  test('for one that returns to a host which is not on the list any more', async () => {
    const grant = await obtain(server);
    await sql()`update oauth_policy set registration = 'allowed_hosts', allowed_hosts = '{other.example.com}'`;
    try {
      expect(await refresh(grant.refresh_token, grant.clientId)).toMatchObject(refused('invalid_grant'));
    } finally {
      await sql()`update oauth_policy set registration = 'any', allowed_hosts = '{}'`;
    }
    expect((await refresh(grant.refresh_token, grant.clientId)).status).toBe(200);
  });

  test('for a disabled account, or one whose role lacks mcp.use', async () => {
    const [disabled, lacking] = [await obtain(server), await obtain(server)];
    const role = await createRole(server.db, ['devices.view']);
    await sql()`update users set disabled_at = now() where id = ${disabled.userId}`;
    await sql()`update users set role_key = ${role} where id = ${lacking.userId}`;
    for (const { refresh_token, clientId, access_token } of [disabled, lacking]) {
      expect(await refresh(refresh_token, clientId)).toMatchObject(refused('invalid_grant'));
      expect(await isGood(access_token)).toBe(false);
    }
  });

  test('for another resource', async () => {
    const grant = await obtain(server);
    const form = { ...refreshForm(grant.refresh_token, grant.clientId), resource: 'https://other.example.com' };
    expect(await server.post('/oauth/token', form)).toMatchObject(refused('invalid_target'));
    expect((await refresh(grant.refresh_token, grant.clientId)).status).toBe(200);
  });
});

test('429 with Retry-After after 120 calls of one peer in a minute, and no other peer notices', async () => {
  const call = (from: string) => server.post('/oauth/token', refreshForm('rmr_made-up'), from);
  for (let sent = 0; sent < 120; sent++) expect((await call('192.0.2.7')).status).toBe(400);
  const over = await call('192.0.2.7');
  expect(over).toMatchObject({ status: 429, body: { error: 'too_many_requests' } });
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(over.headers.get('cache-control')).toBe('no-store');
  expect((await call('192.0.2.8')).status).toBe(400);
});

test.each([
  ['413', 413, `a=${'x'.repeat(70_000)}`],
  ['415', 415, undefined],
])('%s is told as RFC 6749 writes errors', async (_, status, body) => {
  const answer =
    body === undefined
      ? await server.call('POST /oauth/token', { token: null, body: { grant_type: 'refresh_token' } })
      : await server.post('/oauth/token', body);
  expect(answer).toMatchObject({ status, body: { error: 'invalid_request', error_description: expect.any(String) } });
});

test('neither token from before a change of RMM_MCP_PUBLIC_URL works any more', async () => {
  const grant = await obtain(server);
  expect(await isGood(grant.access_token)).toBe(true);
  await server.db
    .sql`update oauth_families set resource = 'https://old.example.com/mcp' where application_id = ${grant.applicationId}`;
  expect(await isGood(grant.access_token)).toBe(false);
  expect(await refresh(grant.refresh_token, grant.clientId)).toMatchObject(refused('invalid_grant'));
});

test('an access token is good for an hour', async () => {
  const grant = await obtain(server);
  expect(await ahead(3590_000, () => isGood(grant.access_token))).toBe(true);
  expect(await ahead(3601_000, () => isGood(grant.access_token))).toBe(false);
});
