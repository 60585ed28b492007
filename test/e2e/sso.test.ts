/** Single sign-on as somebody sees it, through a real provider. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { createPerson, PASSWORD } from '../factories.ts';
import { type Person, startIdentityProvider } from '../identity-provider.ts';
import { freePort } from '../server-process.ts';
import { openConsole, openPage, seriousViolations } from './browser.ts';

const at = `127.0.0.1:${await freePort()}`;
const provider = await startIdentityProvider(`http://${at}`);
afterAll(() => provider.stop());
const { server, browser } = await openConsole({
  ...provider.env,
  RMM_OIDC_ROLE: 'admin',
  RMM_LISTEN: at,
  RMM_CONSOLE_URL: `http://${at}`,
});
await createPerson(server.db);

const newPage = (options?: BrowserContextOptions) => openPage(browser, server, options);
const button = (page: Page) => page.getByRole('link', { name: 'Continue with Example ID' });
const ada: Person = { sub: 'ada', email: 'ada@example.com', email_verified: true };

test('one click signs in and leads to the page that was asked for, without a trace in the address', async () => {
  provider.person = ada;
  const page = await newPage();
  await page.goto('/settings/about?company=all');
  await button(page).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await button(page).click();
  await page.getByRole('heading', { level: 1, name: 'About' }).waitFor();
  await page.waitForURL(`${server.url}/settings/about?company=all`);
  const kept = await page.evaluate(() => navigation.entries().map(({ url }) => url));
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.filter((url) => url?.includes('code='))).toEqual([]);
  expect(await page.context().cookies()).not.toContainEqual(expect.objectContaining({ name: 'muster-sso' }));
  await page.context().close();
});

test('who signs in like this sees where, and has no password here', async () => {
  provider.person = ada;
  const page = await newPage();
  await page.goto('/account');
  await button(page).click();
  await page.getByText('Linked to Example ID').waitFor();
  expect(await page.getByLabel('Current password').count()).toBe(0);
  expect(await seriousViolations(page)).toEqual([]);
  await page.context().close();
});

test('a failure says that it failed, and nothing of why', async () => {
  provider.person = null;
  const page = await newPage({ viewport: { width: 390, height: 844 } });
  await page.goto('/sign-in');
  await button(page).click();
  await page.getByRole('alert').getByText('Single sign-on did not succeed.').waitFor();
  expect(await page.content()).not.toContain('PROVIDER-TEXT');
  expect(await seriousViolations(page)).toEqual([]);
  provider.person = ada;
  await button(page).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.context().close();
});

test('after a failure, the next try still leads to the page that was asked for', async () => {
  provider.person = null;
  const page = await newPage();
  await page.goto('/settings/about?company=all');
  await button(page).click();
  await page.waitForURL('**/sign-in?sso=failed');
  provider.person = ada;
  await button(page).click();
  await page.getByRole('heading', { level: 1, name: 'About' }).waitFor();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await page.context().close();
});

test('after a failure, a password leads to the page that was asked for as well', async () => {
  provider.person = null;
  const { username } = await createPerson(server.db, { password: PASSWORD });
  const page = await newPage();
  await page.goto('/settings/about');
  await button(page).click();
  await page.waitForURL('**/sign-in?sso=failed');
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'About' }).waitFor();
  await page.context().close();
});

test('a linked account that tries its password is shown the way', async () => {
  const grace = await createPerson(server.db, { password: PASSWORD });
  await server.db.sql`update users set username = 'grace@example.com' where id = ${grace.id}`;
  await server.db
    .sql`insert into sso_identities (user_id, issuer, subject) values (${grace.id}, ${provider.issuer}, 'grace')`;
  const page = await newPage();
  await page.goto('/sign-in');
  await page.getByLabel('User name').fill('grace@example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('This account signs in through single sign-on.').waitFor();
  await page.context().close();
});

test('an address that somebody made up signs nobody in and leads nowhere', async () => {
  const page = await newPage();
  await page.goto('/sso#code=made-up&to=//evil.test');
  await page.getByRole('alert').waitFor();
  await page.waitForURL(`${server.url}/sign-in?sso=failed`);
  await page.goto('/sso');
  await page.waitForURL('**/sign-in');
  await page.context().close();
});

test('a failed sign-in leaves a session that was there alone', async () => {
  const person = await createPerson(server.db);
  const page = await newPage();
  await page.addInitScript((token) => localStorage.setItem('muster.session', token), person.token);
  await page.goto('/sso#code=made-up&to=/account');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  expect((await server.call('GET /api/me', { token: person.token })).status).toBe(200);
  await page.context().close();
});
