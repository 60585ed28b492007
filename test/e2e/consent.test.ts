/** The consent page as somebody sees it, with the console on one origin and MCP on another. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { CHALLENGE, codesOf, STATE, VERIFIER } from '../consent.ts';
import { createPerson, PASSWORD, type Person } from '../factories.ts';
import { startIdentityProvider } from '../identity-provider.ts';
import { startRedirectReceiver } from '../redirect-receiver.ts';
import { freePort } from '../server-process.ts';
import { codeNow, turnOn } from '../totp.ts';
import { openConsole, openPage, seriousViolations } from './browser.ts';

const [at, mcpAt] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
const mcpUrl = `http://${mcpAt}`;
const provider = await startIdentityProvider(`http://${at}`);
const receiver = await startRedirectReceiver();
afterAll(() => Promise.all([provider.stop(), receiver.stop()]));
const { server, browser } = await openConsole({
  ...provider.env,
  RMM_OIDC_ROLE: 'tech',
  RMM_LISTEN: at,
  RMM_CONSOLE_URL: `http://${at}`,
  RMM_MCP_LISTEN: mcpAt,
  RMM_MCP_PUBLIC_URL: mcpUrl,
  RMM_MCP_OAUTH_ENABLED: 'true',
});
await createPerson(server.db);
beforeEach(() => {
  receiver.came.length = 0;
});

const somebody = (role = 'tech'): Promise<Person> => createPerson(server.db, { role, password: PASSWORD });

let applications = 0;
/** Registers as applications do, and gives the address to which one sends its user. */
async function register(name: string, redirectUri = `${receiver.origin}/callback?own=1&name=${++applications}`) {
  const answer = await fetch(`${mcpUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: name, redirect_uris: [redirectUri] }),
  });
  const { client_id: clientId = '' } = (await answer.json()) as { client_id?: string };
  const [row] = await server.db.sql<{ id: string }[]>`select id from oauth_applications where client_id = ${clientId}`;
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    state: STATE,
    resource: `${mcpUrl}/mcp`,
  });
  return { id: row?.id ?? '', clientId, redirectUri, url: `${mcpUrl}/oauth/authorize?${query}` };
}

const newPage = (options?: BrowserContextOptions) => openPage(browser, server, options);

async function enter(page: Page, { username }: Person, password = PASSWORD): Promise<void> {
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in and authorize' }).click();
}

/** What came back to the application. */
async function back(page: Page): Promise<URLSearchParams> {
  await page.getByRole('heading', { name: 'Back here' }).waitFor();
  const [came] = receiver.came;
  expect(came?.searchParams.get('own')).toBe('1');
  expect(came?.searchParams.get('state')).toBe(STATE);
  expect(came?.searchParams.get('iss')).toBe(mcpUrl);
  return came?.searchParams ?? new URLSearchParams();
}

test('without any script, a name and a password lead back to the application, which gets its tokens', async () => {
  const application = await register('Deckhand');
  const person = await somebody();
  const page = await newPage({ javaScriptEnabled: false });
  await page.goto(application.url);
  await page.getByRole('heading', { name: 'Deckhand wants to connect to Muster' }).waitFor();
  await enter(page, person, 'wrong');
  await page.getByText('User name or password is wrong.').waitFor();
  expect(await page.getByLabel('Password').inputValue()).toBe('');
  await enter(page, person);
  const answer = await back(page);
  const token = await fetch(`${mcpUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: answer.get('code') ?? '',
      code_verifier: VERIFIER,
      client_id: application.clientId,
      redirect_uri: application.redirectUri,
    }),
  });
  expect(token.status).toBe(200);
  await page.context().close();
});

test('who has a second factor is asked for it, and for nothing else, in the second step', async () => {
  const { url } = await register('Deckhand');
  const person = await somebody();
  const { secret } = await turnOn(server, person);
  const page = await newPage();
  await page.goto(url);
  await enter(page, person);
  const code = page.getByLabel('Code');
  await code.waitFor();
  const focused = () => code.evaluate((field) => field === field.ownerDocument.activeElement);
  await expect.poll(focused).toBe(true);
  expect(await page.getByLabel('Password').count()).toBe(0);
  expect(await seriousViolations(page)).toEqual([]);
  await code.fill('000 000');
  await page.keyboard.press('Enter');
  await page.getByText('The code is wrong, or has been used.').waitFor();
  await code.fill(codeNow(server, secret));
  await page.keyboard.press('Enter');
  expect((await back(page)).get('code')).toMatch(/^rmc_/);
  await page.context().close();
});

test('Deny leads back with nothing, also past empty fields', async () => {
  const application = await register('Deckhand');
  const page = await newPage();
  await page.goto(application.url);
  await page.getByRole('button', { name: 'Deny' }).click();
  expect((await back(page)).get('error')).toBe('access_denied');
  expect(await codesOf(server, application)).toBe(0);
  await page.context().close();
});

test('over single sign-on it is asked on the console’s origin, and answered on the other, with the ticket in no address', async () => {
  provider.person = { sub: 'ada', email: 'ada@example.com', email_verified: true };
  const { url } = await register('Deckhand');
  const page = await newPage();
  const seen: string[] = [];
  page.on('request', (request) => seen.push(request.url()));
  await page.goto(url);
  await page.getByRole('link', { name: 'Continue with Example ID' }).click();
  await page.getByText('You are signed in as ada@example.com.').waitFor();
  expect(new URL(page.url()).origin).toBe(server.url);
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Authorize' }).click();
  expect((await back(page)).get('code')).toMatch(/^rmc_/);
  expect(seen.filter((address) => address.includes('rmg_'))).toEqual([]);
  await page.context().close();
});

test('a sign-in that fails at the provider ends on a page of its own', async () => {
  provider.person = null;
  const { url } = await register('Deckhand');
  const page = await newPage();
  await page.goto(url);
  await page.getByRole('link', { name: 'Continue with Example ID' }).click();
  await page.getByRole('alert').getByText('Single sign-on did not succeed.').waitFor();
  expect(await page.content()).not.toContain('PROVIDER-TEXT');
  expect(await seriousViolations(page)).toEqual([]);
  await page.context().close();
});

const hostile = '<img src=x onerror="document.title=1;alert(1)"><script>alert(2)</script>';
test.each([
  ['markup', hostile],
  ['an attribute', '" autofocus onfocus="alert(1)" x="'],
])('an application that calls itself %s is shown by that name, and nothing of it runs or loads', async (_, name) => {
  const { id, url } = await register('Deckhand');
  await server.db.sql`update oauth_applications set name = ${name} where id = ${id}`;
  const page = await newPage();
  const said: string[] = [];
  page.on('dialog', (dialog) => {
    said.push(dialog.message());
    void dialog.dismiss();
  });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(url);
  await page.getByRole('heading', { name: `${name} wants to connect to Muster` }).waitFor();
  await page.waitForTimeout(200);
  expect(said).toEqual([]);
  expect(asked).toEqual([url]);
  expect(await page.title()).toBe('Connect an application · Muster');
  await page.context().close();
});

test('an application that turns the text around stands in its own line', async () => {
  const { id, url } = await register('Deckhand');
  await server.db.sql`update oauth_applications set name = ${'\u202emuster\u2066'} where id = ${id}`;
  const page = await newPage();
  await page.goto(url);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(
    '\ufffdmuster\ufffd wants to connect to Muster',
  );
  await page.context().close();
});

test('a page of somebody else cannot put it into a frame', async () => {
  const { url } = await register('Deckhand');
  receiver.pages.set('/frame', `<!doctype html><iframe src="${url.replaceAll('&', '&amp;')}"></iframe>`);
  const page = await newPage();
  await page.goto(`${receiver.origin}/frame`);
  await expect.poll(() => page.frames()[1]?.url()).toContain('chrome-error:');
  await page.context().close();
});

test('a page of somebody else cannot post the form for whoever has it open', async () => {
  const application = await register('Deckhand');
  const person = await somebody();
  const page = await newPage();
  await page.goto(application.url);
  const form = await page.locator('input[name=form]').inputValue();
  const fields = { form, username: person.username, password: PASSWORD };
  const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`);
  receiver.pages.set(
    '/post',
    `<!doctype html><form method="post" action="${mcpUrl}/oauth/authorize">${inputs.join('')}<button>Go</button></form>`,
  );
  // another site: the browser sends no cookie along
  await page.goto(`${receiver.origin.replace('127.0.0.1', 'localhost')}/post`);
  await page.getByRole('button', { name: 'Go' }).click();
  await page.getByText('This form was made for another browser').waitFor();
  expect(await codesOf(server, application)).toBe(0);
  await page.context().close();
});

test.each([
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['a phone', { colorScheme: 'light', viewport: { width: 390, height: 844 } }],
] as const)('can be read and used by everybody: %s', async (_, options) => {
  const { url } = await register('Deckhand', 'https://agents.deckhand.example/cb');
  const page = await newPage(options);
  await page.goto(url);
  await page.getByText('Muster does not know this host.').waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  const order: (string | null)[] = [];
  for (let i = 0; i < 5; i++) {
    await page.keyboard.press('Tab');
    order.push(await page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent || null));
  }
  expect(order).toEqual(['Continue with Example ID', 'username', 'password', 'Sign in and authorize', 'Deny']);
  await enter(page, await somebody(), 'wrong');
  await page.getByRole('alert').getByText('User name or password is wrong.').waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await page.context().close();
});

test('is in German for who reads German', async () => {
  const { url } = await register('Deckhand');
  const page = await newPage({ locale: 'de-DE' });
  await page.goto(url);
  await page.getByRole('heading', { name: 'Deckhand möchte sich mit Muster verbinden' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  await page.context().close();
});
