/** Accounts and what they reach, as an administrator keeps them. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDevice, createPerson, createPlace, createSite, PASSWORD, type Person } from '../factories.ts';
import type { TestServer } from '../harness.ts';
import { launchBrowser, seriousViolations, signedInPage, startConsole } from './browser.ts';

let server: TestServer;
let browser: Browser;
let admin: Person;
let page: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([startConsole(), launchBrowser()]);
  admin = await createPerson(server.db, { password: PASSWORD });
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

beforeEach(async () => {
  page = await signedInPage(browser, server, admin.token);
  return () => page.context().close();
});

const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const users = async () => (await server.ok('GET /api/users')).users;
const isAccessible = async () => expect(await seriousViolations(page)).toEqual([]);

async function choose(label: RegExp, option: RegExp): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

test('an account is created with a role and a scope, after the server has judged its password', async () => {
  const { client_id } = await createPlace(server.db, 'Halvorsen Marine');
  const { site_id } = await createSite(server.db, client_id, 'Bergen');
  await page.goto('/settings/users/new');
  await page.getByLabel('User name').fill('maja');
  await page.getByLabel('Password', { exact: true }).fill('tooshort');
  await choose(/^Role/, /Technician/);
  await page.getByText('the account reaches every company').waitFor();
  await page.getByRole('treeitem', { name: 'Halvorsen Marine' }).press('ArrowRight');
  await page.getByRole('treeitem', { name: 'Bergen' }).click();
  await page.getByText('Reaches only what is listed here').waitFor();
  await button('Create user').click();
  await page.getByText('It needs at least 12 characters. It needs an uppercase letter.').waitFor();
  await isAccessible();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button('Create user').click();
  await page.getByRole('row', { name: /maja.*Technician.*Halvorsen Marine, Bergen.*Active/ }).waitFor();
  await isAccessible();
  const maja = (await users()).find(({ username }) => username === 'maja');
  expect(maja).toMatchObject({ role: 'tech', scopes: [{ scope_type: 'site', scope_id: site_id }] });
});

test('access is widened to a company, a device is added, and taking all limits away is asked once more', async () => {
  const { client_id, site_id } = await createPlace(server.db, 'Kestrel');
  const device = await createDevice(server.db, { hostname: 'kes-dock-t14' });
  const person = await createPerson(server.db, {
    role: 'readonly',
    scopes: [{ scope_type: 'site', scope_id: site_id }],
  });
  await page.goto(`/settings/users/${person.id}`);
  await page.getByRole('treeitem', { name: 'Kestrel', exact: true }).click();
  await page.getByRole('combobox', { name: 'Add a single device' }).fill('dock');
  await page.getByRole('option', { name: /kes-dock-t14/ }).click();
  await button('Take out kes-dock-t14').waitFor();
  await button('Save access').click();
  await page.getByText(`The access of ${person.username} is changed`).waitFor();
  const scopes = async () => (await users()).find(({ id }) => id === person.id)?.scopes;
  expect(await scopes()).toEqual([
    { scope_type: 'agent', scope_id: device.id },
    { scope_type: 'client', scope_id: client_id },
  ]);
  await button('Take out kes-dock-t14').click();
  await button('Take out Kestrel').click();
  await button('Save access').click();
  await page.getByRole('alertdialog').getByText('every device of this server').waitFor();
  await button('Give unrestricted access').click();
  await expect.poll(scopes).toEqual([]);
});

test('a refusal is a sentence: an account that lost its scope is not enabled before it has one', async () => {
  const { client_id } = await createPlace(server.db, 'Gone Ltd');
  const person = await createPerson(server.db, {
    role: 'readonly',
    scopes: [{ scope_type: 'client', scope_id: client_id }],
  });
  await server.ok('DELETE /api/clients/:id', { params: { id: client_id } });
  await page.goto(`/settings/users/${person.id}`);
  await page.getByText('Disabled, access lost').first().waitFor();
  await button('Enable').click();
  await page.getByRole('alert').getByText('What this account was limited to is deleted.').waitFor();
  await isAccessible();
  const { client_id: another } = await createPlace(server.db, 'Successor Ltd');
  await page.reload();
  await page.getByRole('treeitem', { name: 'Successor Ltd' }).click();
  await button('Save access').click();
  await button('Enable').click();
  await button('Disable…').waitFor();
  expect((await users()).find(({ id }) => id === person.id)).toMatchObject({
    disabled_at: null,
    scopes: [{ scope_type: 'client', scope_id: another }],
  });
});

test('an account is disabled and deleted after its consequences were named; the own one is not', async () => {
  const person = await createPerson(server.db, { role: 'readonly' });
  await page.goto(`/settings/users/${person.id}`);
  await button('Disable…').click();
  await page.getByText('Its sessions end at once').waitFor();
  await button(`Disable ${person.username}`).click();
  await button('Enable').waitFor();
  await button('Delete…').click();
  await button(`Delete ${person.username}`).click();
  await heading('Users').waitFor();
  expect((await users()).some(({ id }) => id === person.id)).toBe(false);
  await page.goto(`/settings/users/${admin.id}`);
  await page.getByText('This is your own account').waitFor();
  expect(await button('Delete…').count()).toBe(0);
});

test('a page that the role does not include is not reached by its address either', async () => {
  const tech = await createPerson(server.db, { role: 'tech' });
  const theirs = await signedInPage(browser, server, tech.token);
  for (const path of ['/settings/users', '/settings/users/new', '/settings/roles', '/settings/enrollment?new=1']) {
    await theirs.goto(path);
    await theirs.getByText('This page is not yours to open').waitFor();
    expect(await theirs.getByRole('link', { name: 'New user' }).count()).toBe(0);
  }
  await theirs.goto('/settings/organisation');
  await theirs.getByRole('heading', { level: 1, name: 'Organisation' }).waitFor();
  await theirs.context().close();
});
