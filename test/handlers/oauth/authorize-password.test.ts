/** POST /oauth/authorize with the password form (SPEC.md, Consent page rules; ATTACKS.md 6, 19). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountOf } from '../../../handlers/oauth/consent/decide-by-password.ts';
import {
  type Application,
  application,
  CALLBACK,
  codesOf,
  newPeer,
  openPage,
  pageOf,
  returned,
  STATE,
  submit,
  trailOf,
  VERIFIER,
} from '../../consent.ts';
import { createPerson, PASSWORD, type Person } from '../../factories.ts';
import { type OauthServer, startOauthServer } from '../../oauth.ts';
import { codeNow, toNextStep, turnOn } from '../../totp.ts';

let server: OauthServer;
let app: Application;
beforeAll(async () => {
  server = await startOauthServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  app = await application(server);
  toNextStep(server);
});

const somebody = (role = 'tech'): Promise<Person> => createPerson(server.db, { role, password: PASSWORD });
const credentials = ({ username }: Person, password = PASSWORD) => ({ username, password });

describe('name and password', () => {
  test('lead back with a code that a token comes of, and the trail names the person, the host and the method', async () => {
    const person = await somebody();
    const answer = await submit(server, await openPage(server, app), credentials(person));
    expect(answer.status).toBe(302);
    const { to, parameters } = returned(answer);
    expect(to).toBe(CALLBACK);
    expect(parameters).toEqual({
      code: expect.stringMatching(/^rmc_/),
      state: STATE,
      iss: new URL(server.resource).origin,
    });
    expect(await trailOf(server, app)).toEqual([
      {
        action: 'oauth.authorize',
        outcome: 'success',
        actor_kind: 'user',
        actor_id: person.id,
        details: { host: 'client.example.com', method: 'password' },
      },
    ]);
    const token = await server.post('/oauth/token', {
      grant_type: 'authorization_code',
      code: parameters.code,
      code_verifier: VERIFIER,
      client_id: app.clientId,
      redirect_uri: CALLBACK,
    });
    expect(token).toMatchObject({ status: 200, body: { access_token: expect.stringMatching(/^rmo_/) } });
  });

  test('make no session', async () => {
    const person = await somebody();
    await server.db.sql`delete from sessions where user_id = ${person.id}`;
    await submit(server, await openPage(server, app), credentials(person));
    expect(await server.db.sql`select 1 from sessions where user_id = ${person.id}`).toHaveLength(0);
  });

  test('that are wrong show the page again with 401, an error that the fields name, and no password', async () => {
    const person = await somebody();
    const answer = await submit(server, await openPage(server, app), credentials(person, 'Wrong-Horse-"7"'));
    expect(answer.status).toBe(401);
    expect(answer.body).toContain('User name or password is wrong.');
    expect(answer.body).toContain(`value="${person.username}"`);
    expect(answer.body).toMatch(/name="password"[^>]* aria-describedby="problem" aria-invalid="true"/);
    expect(answer.body).not.toContain('Wrong-Horse');
    const page = pageOf(answer);
    expect((await submit(server, page, credentials(person))).status).toBe(302);
    const [failed] = await server.db.sql`
      select outcome, details->>'reason' as reason from audit_entries where action = 'auth.login' and target_id = ${person.id}`;
    expect(failed).toEqual({ outcome: 'refused', reason: 'wrong_password' });
  });

  test('of a disabled account are the same refusal', async () => {
    const person = await somebody();
    await server.ok('POST /api/users/:id/disable', { params: { id: person.id } });
    const answer = await submit(server, await openPage(server, app), credentials(person));
    expect(answer.status).toBe(401);
    expect(answer.body).toContain('User name or password is wrong.');
    expect(await codesOf(server, app)).toBe(0);
  });

  test('that are missing show the page again', async () => {
    const page = await openPage(server, app);
    for (const fields of [{}, { username: 'ada' }, { username: 'x'.repeat(200), password: 'y' }])
      expect((await submit(server, page, fields)).status).toBe(400);
  });

  test('of a role without mcp.use are told so, and that is audited', async () => {
    const person = await somebody('readonly');
    const answer = await submit(server, await openPage(server, app), credentials(person));
    expect([answer.status, answer.headers.get('location')]).toEqual([403, null]);
    expect(answer.body).toContain('mcp.use');
    expect(await trailOf(server, app)).toEqual([
      expect.objectContaining({
        action: 'oauth.authorize.refuse',
        actor_id: person.id,
        details: { host: 'client.example.com', reason: 'lacks_mcp_use' },
      }),
    ]);
    expect(await codesOf(server, app)).toBe(0);
  });
});

describe('the second factor', () => {
  test('is asked for only after the password was right, and then the code alone leads back', async () => {
    const person = await somebody();
    const { secret } = await turnOn(server, person);
    const first = await openPage(server, app);
    expect(first.html).not.toContain('name="code"');
    const asked = await submit(server, first, credentials(person));
    expect(asked.status).toBe(401);
    const page = pageOf(asked);
    expect(page.html).toContain('name="code"');
    expect(page.html).not.toContain('name="password"');
    const wrong = await submit(server, page, { code: '000000' });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toMatch(/name="code"[^>]* aria-describedby="code-hint problem" aria-invalid="true"/);
    const done = await submit(server, pageOf(wrong), { code: codeNow(server, secret) });
    expect(returned(done).parameters.code).toMatch(/^rmc_/);
    expect((await trailOf(server, app)).map(({ details }) => details.method)).toEqual(['totp']);
  });

  test('may come along with the password; a recovery code goes into the same field', async () => {
    const person = await somebody();
    const { recoveryCodes } = await turnOn(server, person);
    const page = await openPage(server, app);
    const done = await submit(server, page, { ...credentials(person), code: recoveryCodes[0] });
    expect(returned(done).parameters.code).toMatch(/^rmc_/);
    expect((await trailOf(server, app)).map(({ details }) => details.method)).toEqual(['recovery_code']);
    const again = await submit(server, page, { ...credentials(person), code: recoveryCodes[0] });
    expect(again.status).toBe(401);
  });

  test('of somebody whose password changed meanwhile is worth nothing', async () => {
    const person = await somebody();
    const { secret } = await turnOn(server, person);
    const page = pageOf(await submit(server, await openPage(server, app), credentials(person)));
    await server.db.sql`update users set password_hash = password_hash || 'x' where id = ${person.id}`;
    const answer = await submit(server, page, { code: codeNow(server, secret) });
    expect(answer.status).toBe(401);
    expect(answer.body, 'the first step again').toContain('name="password"');
    expect(await codesOf(server, app)).toBe(0);
  });

  test('is nothing without its password, in another browser or for another account', async () => {
    const [person, other] = [await somebody(), await somebody()];
    const { secret } = await turnOn(server, person);
    await turnOn(server, other);
    const code = codeNow(server, secret);
    expect((await submit(server, await openPage(server, app), { username: person.username, code })).status).toBe(400);
    const page = pageOf(await submit(server, await openPage(server, app), credentials(other)));
    expect((await submit(server, page, { username: person.username, code })).status).toBe(401);
  });
});

describe('the form', () => {
  test('works in the browser that got it, and in no other', async () => {
    const person = await somebody();
    const [own, other] = [await openPage(server, app), await openPage(server, app)];
    for (const cookie of ['', 'muster-consent=made-up', other.cookie, `${own.cookie}; ${other.cookie}`]) {
      const answer = await submit(server, { ...own, cookie }, credentials(person));
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
      expect(answer.body).toContain('another browser');
    }
    expect(await codesOf(server, app)).toBe(0);
    expect((await submit(server, own, credentials(person))).status).toBe(302);
  });

  test('holds the whole request: what is posted beside it changes nothing', async () => {
    const person = await somebody();
    const other = await application(server, ['https://evil.test/cb']);
    const answer = await submit(server, await openPage(server, app), {
      ...credentials(person),
      client_id: other.clientId,
      redirect_uri: 'https://evil.test/cb',
      state: 'other',
      code_challenge: 'x'.repeat(43),
    });
    expect(returned(answer)).toMatchObject({ to: CALLBACK, parameters: { state: STATE } });
    expect(await codesOf(server, other)).toBe(0);
  });

  test.each([
    ['changed in one place', (form: string) => `${form.slice(0, -2)}AA`],
    ['cut', (form: string) => form.slice(0, 40)],
    ['made up', () => 'v1.x.y.z'],
    ['left out', () => undefined],
  ])('%s is refused', async (_, change) => {
    const person = await somebody();
    const page = await openPage(server, app);
    const answer = await submit(server, page, { ...credentials(person), form: change(page.hidden.form ?? '') });
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  });

  test('is good for ten minutes; then the page comes again, and works', async () => {
    const person = await somebody();
    const page = await openPage(server, app);
    server.clock.offsetMs += 10 * 60_000;
    const late = await submit(server, page, credentials(person));
    expect(late.status).toBe(400);
    expect(late.body).toContain('more than ten minutes');
    expect((await submit(server, pageOf(late, page.cookie), credentials(person))).status).toBe(302);
  });

  test('in two tabs of a browser works in both', async () => {
    const person = await somebody();
    const first = await openPage(server, app);
    const second = await openPage(server, app, {}, { cookie: first.cookie });
    expect(second.cookie).toBe(first.cookie);
    expect((await submit(server, first, credentials(person))).status).toBe(302);
    expect((await submit(server, second, credentials(person))).status).toBe(302);
  });

  test('with Deny leads back with access_denied, whatever was entered', async () => {
    const answer = await submit(server, await openPage(server, app), { decision: 'deny', username: '', password: '' });
    expect(answer.status).toBe(302);
    expect(returned(answer)).toEqual({
      to: CALLBACK,
      parameters: {
        error: 'access_denied',
        error_description: expect.any(String),
        state: STATE,
        iss: new URL(server.resource).origin,
      },
    });
    expect(await codesOf(server, app)).toBe(0);
  });

  test('as JSON is none', async () => {
    const answer = await server.call('POST /oauth/authorize', { token: null, body: {} });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([415, 'text/html; charset=utf-8']);
  });
});

describe('guesses', () => {
  test('count as those at the console do, there and here', async () => {
    const person = await somebody();
    const from = { 'x-forwarded-for': newPeer() };
    const page = await openPage(server, app);
    for (let i = 0; i < 5; i++) {
      expect((await submit(server, page, credentials(person, 'wrong'), from)).status).toBe(401);
      const login = { token: null, body: credentials(person, 'wrong'), headers: from };
      expect((await server.call('POST /api/auth/login', login)).status).toBe(401);
    }
    const answer = await submit(server, page, credentials(person), from);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.body).toContain('15 minutes');
    expect((await submit(server, page, credentials(person))).status).toBe(302);
  });

  test('at a code count for the account whose password was right, whatever name is posted beside it', async () => {
    const person = await somebody();
    await turnOn(server, person);
    const from = { 'x-forwarded-for': newPeer() };
    const page = pageOf(await submit(server, await openPage(server, app), credentials(person)));
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++)
      statuses.push((await submit(server, page, { username: `somebody-${i}`, code: '000000' }, from)).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });
});

describe('what is posted costs little, whatever it holds', () => {
  test('a form of more than 64 KiB is a page, unread', async () => {
    const answer = await submit(server, await openPage(server, app), { username: 'x'.repeat(64 * 1024) });
    expect([answer.status, answer.headers.get('x-frame-options')]).toEqual([413, 'DENY']);
  });

  test('of a name no more is looked at than a name has', () => {
    const account = accountOf(server.ctx, {}, { username: `ADA${'\ufdfa'.repeat(20_000)}` });
    expect(account.slice(0, 3)).toBe('ADA');
    expect(account.length).toBeLessThan(2000);
  });
});
