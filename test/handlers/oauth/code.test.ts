/** POST /oauth/token with an authorization code (SPEC.md, Authorization code; ATTACKS.md 11, 12, 17, 18). */
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../../domain/context.ts';
import { remove } from '../../../domain/oauth/applications/remove.ts';
import { issueCode } from '../../../domain/oauth/codes.ts';
import { createOauthApplication, createPerson, createRole } from '../../factories.ts';
import { auditOf, authorize, CALLBACK, type OauthServer, obtain, refreshForm, startOauthServer } from '../../oauth.ts';

let server: OauthServer;
beforeAll(async () => {
  server = await startOauthServer();
});
afterAll(() => server.stop());

const token = (form: Record<string, string | undefined>) => server.post('/oauth/token', form);
const refused = (error: string, status = 400) => ({ status, body: { error, error_description: expect.any(String) } });

test('a code leads to a pair of tokens, of which the database holds hashes', async () => {
  const grant = await authorize(server);
  const answer = await token({ ...grant.form, resource: server.resource, unknown_parameter: 'ignored' });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      access_token: expect.stringMatching(/^rmo_/),
      refresh_token: expect.stringMatching(/^rmr_/),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'mcp',
    },
  });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  const { sql } = server.db;
  const [row] = await sql`select * from oauth_tokens where application_id = ${grant.applicationId}`;
  const stored = JSON.stringify(row);
  for (const secret of [answer.body.access_token, answer.body.refresh_token]) expect(stored).not.toContain(secret);
  expect(await sql`select 1 from oauth_codes where application_id = ${grant.applicationId}`).toHaveLength(0);
  expect(await auditOf(server.db, grant.applicationId)).toMatchObject([
    {
      action: 'oauth.token',
      actor_kind: 'oauth',
      actor_name: expect.stringContaining(`for ${grant.username}`),
      details: { user: grant.username, grant: 'authorization_code' },
    },
  ]);
});

test('a code that comes again is refused, and revokes what it led to', async () => {
  const grant = await obtain(server);
  expect(await token(grant.form)).toMatchObject(refused('invalid_grant'));
  expect(await token(refreshForm(grant.refresh_token, grant.clientId))).toMatchObject(refused('invalid_grant'));
  const [, revoked] = await auditOf(server.db, grant.applicationId);
  expect(revoked).toMatchObject({
    action: 'oauth.token.revoke',
    details: { user: grant.username, tokens: 1, reason: 'code_replayed' },
  });
});

test('of ten that come with one code at once, nobody keeps a token', async () => {
  const grant = await authorize(server);
  const answers = await Promise.all(Array.from({ length: 10 }, () => token(grant.form)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const { sql } = server.db;
  expect(await sql`select 1 from oauth_tokens where application_id = ${grant.applicationId}`).toHaveLength(0);
});

describe('the code is refused, and spent, with', () => {
  const cases: Record<string, (form: Record<string, string>) => Record<string, string | undefined>> = {
    'another code_verifier': (form) => ({ ...form, code_verifier: randomBytes(32).toString('base64url') }),
    'a code_verifier that is none': (form) => ({ ...form, code_verifier: 'short' }),
    'another redirect_uri': (form) => ({ ...form, redirect_uri: `${CALLBACK}/` }),
    'no redirect_uri where one was stated': (form) => ({ ...form, redirect_uri: undefined }),
  };
  test.each(Object.entries(cases))('%s', async (_, change) => {
    const grant = await authorize(server);
    expect(await token(change(grant.form))).toMatchObject(refused('invalid_grant'));
    expect(await token(grant.form)).toMatchObject(refused('invalid_grant'));
  });

  test('the client_id of another application', async () => {
    const [grant, other] = [await authorize(server), await createOauthApplication(server.db)];
    expect(await token({ ...grant.form, client_id: other.clientId })).toMatchObject(refused('invalid_grant'));
    expect(await token(grant.form)).toMatchObject(refused('invalid_grant'));
  });

  test.each([
    ['shorter than 43 characters', 'x'.repeat(42)],
    ['longer than 128', 'x'.repeat(129)],
    ['of other characters', `${'x'.repeat(42)}/`],
  ])('a code_verifier that is %s, also where it fits (RFC 7636, 4.1)', async (_, code_verifier) => {
    const grant = await authorize(server);
    const challenge = createHash('sha256').update(code_verifier).digest('base64url');
    await server.db
      .sql`update oauth_codes set code_challenge = ${challenge} where application_id = ${grant.applicationId}`;
    expect(await token({ ...grant.form, code_verifier })).toMatchObject(refused('invalid_grant'));
  });

  test('a code_challenge that was plain', async () => {
    const grant = await authorize(server);
    await server.db
      .sql`update oauth_codes set code_challenge = ${grant.verifier} where application_id = ${grant.applicationId}`;
    expect(await token(grant.form)).toMatchObject(refused('invalid_grant'));
  });
});

describe('the request is refused, and the code stays good,', () => {
  const cases: Record<string, [string, (form: Record<string, string>) => Record<string, string | undefined>]> = {
    'without code_verifier': ['invalid_request', (form) => ({ ...form, code_verifier: undefined })],
    'with an empty code_verifier': ['invalid_request', (form) => ({ ...form, code_verifier: '' })],
    'without client_id': ['invalid_request', (form) => ({ ...form, client_id: undefined })],
    'without code': ['invalid_request', (form) => ({ ...form, code: undefined })],
    'without grant_type': ['invalid_request', (form) => ({ ...form, grant_type: undefined })],
    'with another grant_type': ['unsupported_grant_type', (form) => ({ ...form, grant_type: 'password' })],
    'for another resource': ['invalid_target', (form) => ({ ...form, resource: 'https://other.example.com/mcp' })],
    'for the resource with a slash behind it': [
      'invalid_target',
      (form) => ({ ...form, resource: `${server.resource}/` }),
    ],
    'with a NUL': ['invalid_request', (form) => ({ ...form, client_id: 'a\0b' })],
    'with a code that is far too long': ['invalid_request', (form) => ({ ...form, code: 'x'.repeat(3000) })],
  };
  test.each(Object.entries(cases))('%s', async (_, [error, change]) => {
    const grant = await authorize(server);
    expect(await token(change(grant.form))).toMatchObject(refused(error));
    expect((await token(grant.form)).status).toBe(200);
  });

  test.each(['%zz', '%', '%ff'])('with a form that holds %s, which is no percent-encoding of text', async (wrong) => {
    const grant = await authorize(server);
    const form = `${new URLSearchParams(grant.form)}&x=${wrong}`;
    expect(await server.post('/oauth/token', form)).toMatchObject(refused('invalid_request'));
    expect((await server.post('/oauth/token', grant.form)).status).toBe(200);
  });

  test('with a parameter that comes twice', async () => {
    const grant = await authorize(server);
    const twice = `${new URLSearchParams(grant.form)}&client_id=x`;
    expect(await server.post('/oauth/token', twice)).toMatchObject(refused('invalid_request'));
    expect((await token(grant.form)).status).toBe(200);
  });
});

test('redirect_uri may be left out where the authorization request named none', async () => {
  const grant = await authorize(server, { stated: false });
  expect((await token(grant.form)).status).toBe(200);
  const other = await authorize(server, { stated: false });
  expect(await token({ ...other.form, redirect_uri: 'https://evil.example.com' })).toMatchObject(
    refused('invalid_grant'),
  );
});

test('a code is good for a minute', async () => {
  const [soon, late] = [await authorize(server), await authorize(server)];
  try {
    server.clock.offsetMs = 50_000;
    expect((await token(soon.form)).status).toBe(200);
    server.clock.offsetMs = 60_500;
    expect(await token(late.form)).toMatchObject(refused('invalid_grant'));
  } finally {
    server.clock.offsetMs = 0;
  }
});

describe('nothing is issued', () => {
  const sql = () => server.db.sql;

  test('to an application that was removed: 401 invalid_client, so that it registers again', async () => {
    const grant = await authorize(server);
    await remove(server.ctx, grant.applicationId);
    expect(await token(grant.form)).toMatchObject(refused('invalid_client', 401));
  });

  test('to one that waits for approval: invalid_grant, because it would register again and again', async () => {
    const grant = await authorize(server);
    await sql()`update oauth_applications set status = 'pending' where id = ${grant.applicationId}`;
    expect(await token(grant.form)).toMatchObject(refused('invalid_grant'));
  });

  test('for an account that was disabled, or whose role lacks mcp.use', async () => {
    const [disabled, lacking] = [await authorize(server), await authorize(server)];
    await sql()`update users set disabled_at = now() where id = ${disabled.userId}`;
    const role = await createRole(server.db, ['devices.view']);
    await sql()`update users set role_key = ${role} where id = ${lacking.userId}`;
    for (const { form } of [disabled, lacking]) expect(await token(form)).toMatchObject(refused('invalid_grant'));
  });

  test('for a code that nobody made', async () => {
    const { form } = await authorize(server);
    expect(await token({ ...form, code: 'rmc_made-up' })).toMatchObject(refused('invalid_grant'));
    expect(await token({ ...form, code: 'rmc_made-up', client_id: 'nobody' })).toMatchObject(
      refused('invalid_client', 401),
    );
  });

  test('when this server got another address meanwhile', async () => {
    const grant = await authorize(server);
    await sql()`update oauth_codes set resource = 'https://old.example.com/mcp' where application_id = ${grant.applicationId}`;
    expect(await token(grant.form)).toMatchObject(refused('invalid_grant'));
  });
});

test('no code is made for an application that is removed or waits', async () => {
  const { id } = await createOauthApplication(server.db, { status: 'pending' });
  const person = await createPerson(server.db);
  const grant = {
    ...{ userId: person.id, redirectUri: CALLBACK, redirectUriStated: true, codeChallenge: 'x', scope: 'mcp' },
    resource: server.resource,
  };
  await expect(issueCode(server.ctx, { ...grant, applicationId: id })).rejects.toMatchObject({ code: 'access_denied' });
  await remove(server.ctx, id);
  await expect(issueCode(server.ctx, { ...grant, applicationId: id })).rejects.toMatchObject({ code: 'access_denied' });
});

test('a removal and exchanges at the same time leave no token behind', async () => {
  for (let round = 0; round < 10; round++) {
    const application = await createOauthApplication(server.db);
    const grants = await Promise.all([1, 2, 3].map(() => authorize(server, { application })));
    await Promise.all([
      ...grants.map(({ form }) => token(form)),
      transaction(server.ctx, (ctx) => remove(ctx, application.id)),
    ]);
    expect(await server.db.sql`select 1 from oauth_tokens where application_id = ${application.id}`).toHaveLength(0);
    expect(await server.db.sql`select 1 from oauth_codes where application_id = ${application.id}`).toHaveLength(0);
  }
});
