/** What the consent page says, and what a browser is told about it (SPEC.md, Consent page rules; ATTACKS.md 19). */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Application, application, ask, openPage, pageOf, requestOf, submit } from '../../consent.ts';
import { createPerson, PASSWORD } from '../../factories.ts';
import { type OauthServer, startOauthServer } from '../../oauth.ts';

let server: OauthServer;
let app: Application;
beforeAll(async () => {
  server = await startOauthServer();
  app = await application(server);
});
afterAll(() => server.stop());

const named = async (name: string): Promise<Application> => {
  const made = await application(server);
  await server.db.sql`update oauth_applications set name = ${name} where id = ${made.id}`;
  return { ...made, name };
};

describe('every page, of whatever is asked or entered', () => {
  test('forbids scripts, frames and foreign styles, is kept nowhere and tells no address', async () => {
    const person = await createPerson(server.db, { role: 'tech', password: PASSWORD });
    const shown = await openPage(server, app);
    const answers = [
      shown.answer,
      await ask(server, requestOf(app, { client_id: 'nobody' })),
      await submit(server, shown, { username: person.username, password: 'wrong' }),
      await submit(server, { ...shown, cookie: '' }, {}),
      await server.call('GET /oauth/authorize?state=a&state=b', { token: null }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 401, 400, 400]);
    for (const { headers, body } of answers) {
      const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(String(body)) ?? [];
      const digest = createHash('sha256').update(style).digest('base64');
      expect(headers.get('content-security-policy')).toBe(
        `default-src 'none'; style-src 'sha256-${digest}'; frame-ancestors 'none'; base-uri 'none'`,
      );
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(body).not.toMatch(/<script|\son\w+=|\sstyle=|<img|<iframe/i);
    }
  });

  test('keeps its cookie from scripts and from other sites’ forms, and from other hosts over TLS', async () => {
    const { answer } = await openPage(server, app);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^muster-consent=[\w-]{43}; Path=\/; Max-Age=660; HttpOnly; SameSite=Lax$/),
    ]);
    const tls = await startOauthServer({ RMM_MCP_PUBLIC_URL: 'https://mcp.example.com' });
    const over = await openPage(tls, await application(tls));
    expect(over.answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-muster-consent=[\w-]{43}; Path=\/; Max-Age=660; HttpOnly; SameSite=Lax; Secure$/),
    ]);
    await tls.stop();
  });
});

describe('an application’s own words', () => {
  test.each([
    '<img src=x onerror=alert(1)>',
    '"><script>alert(1)</script>',
    "' autofocus onfocus=alert(1) x='",
    '</title><svg onload=alert(1)>',
    '{host}{app}&lt;b&gt;',
  ])('%s stay text', async (name) => {
    const { html } = await openPage(server, await named(name));
    const tags = html.match(/<[^>]*>/g) ?? [];
    expect(tags.filter((tag) => /^<(?:img|script|b)\b|\son\w+=/i.test(tag))).toEqual([]);
    const text = html
      .replace(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"');
    expect(text.replaceAll('&#39;', "'").replaceAll('&amp;', '&')).toContain(`${name} wants to connect to Muster`);
  });

  test('cannot turn the line around, hide, or push the rest away', async () => {
    const { html } = await openPage(server, await named('Cl\u202eedua\u200b\u2066l\u0007'));
    expect(html).not.toMatch(/\p{Cf}/u);
    expect(html).toContain('<bdi>Cl\ufffdedua\ufffd\ufffdl\ufffd</bdi>');
    expect((await openPage(server, await named('x'.repeat(2000)))).html).toContain(`<bdi>${'x'.repeat(100)}…</bdi>`);
  });

  test('are said to be its own', async () => {
    expect((await openPage(server, app)).html).toContain(`Any application can call itself “<bdi>${app.name}</bdi>”`);
    const redirect_uri = 'https://claude.ai/api/mcp/auth_callback';
    const known = await openPage(server, await application(server, [redirect_uri]), { redirect_uri });
    expect(known.html).toContain('is what the application calls itself');
  });
});

describe('where the access goes', () => {
  const warning = 'Muster does not know this host.';
  const shown = async (uri: string): Promise<string> =>
    (await openPage(server, await application(server, [uri]), { redirect_uri: uri })).html;

  test('is named, with a warning before the button if the host is neither known nor allowed', async () => {
    const html = await shown('https://agents.deckhand.example:8443/cb');
    expect(html).toContain('>agents.deckhand.example:8443<');
    expect(html.indexOf(warning)).toBeGreaterThan(0);
    expect(html.indexOf(warning)).toBeLessThan(html.indexOf('value="authorize"'));
    expect(html).toContain('class="button danger" name="decision" value="authorize"');
  });

  test.each([
    'https://claude.ai/api/mcp/auth_callback',
    'https://vscode.dev/redirect',
    'https://www.cursor.com/agents/mcp/oauth/callback',
  ])('is a known host without a warning: %s', async (uri) => {
    const html = await shown(uri);
    expect(html).not.toContain(warning);
    expect(html).toContain(`>${new URL(uri).host}<`);
  });

  test('is an allowed host without one, also while everybody may register', async () => {
    await server.db.sql`update oauth_policy set allowed_hosts = '{*.deckhand.example}'`;
    expect(await shown('https://agents.deckhand.example/cb')).not.toContain(warning);
    expect(await shown('https://deckhand.example/cb')).toContain(warning);
    await server.db.sql`update oauth_policy set allowed_hosts = '{}'`;
  });

  test('is a host in the form that cannot be mistaken', async () => {
    expect(await shown('https://xn--cude-5na6l.ai/cb')).toContain('>xn--cude-5na6l.ai<');
  });

  test('is an application on this computer for a loopback address, and a scheme for a private-use one', async () => {
    const local = await shown('http://127.0.0.1:33418/cb');
    expect(local).not.toContain(warning);
    expect(local).toContain('an application on this computer');
    const scheme = await shown('cursor://anysphere.cursor-mcp/oauth/callback');
    expect(scheme).toContain('opens links that begin with');
    expect(scheme).toContain('>cursor:<');
  });
});

describe('languages', () => {
  test.each([
    ['de', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['fr,de;q=0.5,en;q=0.4', 'de'],
    ['en-GB,de;q=0.9', 'en'],
    ['de;q=0,en', 'en'],
    ['fr', 'en'],
    ['*', 'en'],
    ['', 'en'],
    ['constructor,__proto__;q=x', 'en'],
  ])('Accept-Language %j is answered in %s', async (header, language) => {
    const page = await openPage(server, app, {}, { 'accept-language': header });
    expect(page.html).toContain(`<html lang="${language}">`);
    expect(page.answer.headers.get('content-language')).toBe(language);
    expect(page.html).toContain(language === 'de' ? 'möchte sich mit Muster verbinden' : 'wants to connect to Muster');
  });

  test('refusals are in it too, those from before the handler included', async () => {
    const headers = { 'accept-language': 'de' };
    const wrong = await submit(server, await openPage(server, app), { username: 'x', password: 'y' }, headers);
    expect(wrong.body).toContain('Benutzername oder Passwort ist falsch.');
    const twice = await server.call('GET /oauth/authorize?state=a&state=b', { token: null, headers });
    expect(twice.body).toContain('<html lang="de">');
  });
});

test('pages say which request they were, for whoever is asked about them', async () => {
  const answer = await ask(server, requestOf(app, { client_id: 'nobody' }));
  expect(answer.body).toContain(answer.headers.get('x-request-id'));
  expect(pageOf(answer).hidden).toEqual({});
});

test('after 300 pages in a quarter of an hour a peer waits', async () => {
  const from = { 'x-forwarded-for': '192.0.2.77' };
  const statuses = new Set<number>();
  for (let i = 0; i < 4; i++) {
    const many = Array.from({ length: 80 }, () => ask(server, requestOf(app), from));
    for (const { status } of await Promise.all(many)) statuses.add(status);
  }
  expect([...statuses].toSorted()).toEqual([200, 429]);
});
