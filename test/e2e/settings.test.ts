/** The own account and the command palette, as an operator uses them. */
import { expect, test } from 'vitest';
import { createDatabase } from '../database.ts';
import { createDevice, createPerson, PASSWORD } from '../factories.ts';
import { openConsole, seriousViolations, signedInPage, startConsole } from './browser.ts';

const { server, browser } = await openConsole();
const admin = await createPerson(server.db, { password: PASSWORD });
const page = await signedInPage(browser, server, admin.token);

const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const isAccessible = async () => expect(await seriousViolations(page)).toEqual([]);

async function choose(label: RegExp, option: RegExp): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

test('the own password is changed, and another session is ended', async () => {
  const other = await server.ok('POST /api/auth/login', {
    token: null,
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' },
    body: { username: admin.username, password: PASSWORD },
  });
  await page.goto('/account');
  await button('End the session of Firefox on Linux').click();
  await page.getByText('The session has ended').waitFor();
  expect((await server.call('GET /api/me', { token: other.token })).status).toBe(401);
  await page.getByLabel('Current password').fill('Not-The-Password-1');
  await page.getByLabel('New password').fill('Another-Horse-Battery-8');
  await button('Change password').click();
  await page.getByText('The current password is wrong.').waitFor();
  await page.getByLabel('Current password').fill(PASSWORD);
  await button('Change password').click();
  await page.getByText('Your password is changed').waitFor();
  await isAccessible();
});

test('whoever signs out leaves no address behind, whoever loses the session finds back', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  const context = await browser.newContext({ baseURL: server.url, locale: 'en-GB' });
  const own = await context.newPage();
  const signIn = async () => {
    await own.getByLabel('User name').fill(person.username);
    await own.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await own.getByRole('button', { name: 'Sign in' }).click();
  };
  await own.goto('/settings/about');
  await own.waitForURL('**/sign-in?next=%2Fsettings%2Fabout');
  await signIn();
  await own.getByRole('heading', { level: 1, name: 'About' }).waitFor();
  await own.getByRole('button', { name: /^Account/ }).click();
  await own.getByRole('menuitem', { name: 'Sign out' }).click();
  await own.waitForURL('**/sign-in');
  await signIn();
  await own.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await context.close();
});

test('the language is kept with the account, and can be the browser’s again', async () => {
  const language = async () => (await server.ok('GET /api/me', { token: admin.token })).user?.language;
  const sent: (string | null)[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.postData()));
  await page.goto('/account');
  await choose(/^Language/, /Deutsch/);
  await heading('Mein Konto').waitFor();
  expect(await language()).toBe('de');
  await choose(/^Sprache/, /Browser/);
  await heading('My account').waitFor();
  expect(await language()).toBe(null);
  expect(sent).toHaveLength(2);
});

test('Ctrl-K finds a device, a settings page and what to make', async () => {
  await createDevice(server.db, { hostname: 'pal-srv01' });
  await page.goto('/settings/about');
  await page.getByText('The server can add entries and read them.').waitFor();
  await isAccessible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('pal-srv');
  await page.getByRole('option', { name: /pal-srv01/ }).waitFor();
  await page.getByRole('combobox').fill('new user');
  await page.getByRole('option', { name: 'New user' }).waitFor();
  await page.keyboard.press('Enter');
  await heading('New user').waitFor();
});

test('an unprotected audit trail is told on every page, to those who can protect it', async () => {
  await using db = await createDatabase();
  const bare = await startConsole({ RMM_DATABASE_URL: db.ownerUrl, RMM_MIGRATE_DATABASE_URL: db.ownerUrl });
  const warning = 'Audit trail: Not protected.';
  const theirs = await signedInPage(browser, bare, (await createPerson(db)).token);
  await theirs.goto('/account');
  await theirs.getByText(warning).waitFor();
  await theirs.getByRole('link', { name: 'What to do' }).click();
  await theirs.getByText('RMM_MIGRATE_DATABASE_URL').waitFor();
  expect(await seriousViolations(theirs)).toEqual([]);
  const others = await signedInPage(browser, bare, (await createPerson(db, { role: 'tech' })).token);
  await others.goto('/settings/about');
  await others.getByText('RMM_MIGRATE_DATABASE_URL').waitFor();
  expect(await others.getByText(warning).count()).toBe(0);
  await Promise.all([theirs.context().close(), others.context().close()]);
  await bare.stop();
});

test('whoever may not manage accounts sees no entry for them', async () => {
  const person = await createPerson(server.db, { permissions: ['clients.view'] });
  const own = await signedInPage(browser, server, person.token, { viewport: { width: 390, height: 844 } });
  await own.goto('/settings');
  const sections = own.getByRole('navigation', { name: 'Settings' }).getByRole('link');
  await sections.first().waitFor();
  expect(await sections.allInnerTexts()).toEqual(['Organisation', 'About']);
  await own.context().close();
});
