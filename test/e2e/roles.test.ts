/** Roles and API tokens, as an administrator keeps them. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPerson, type Person } from '../factories.ts';
import type { TestServer } from '../harness.ts';
import { launchBrowser, seriousViolations, signedInPage, startConsole } from './browser.ts';

let server: TestServer;
let browser: Browser;
let admin: Person;
let page: Page;

beforeAll(async () => {
  [server, browser] = await Promise.all([startConsole(), launchBrowser()]);
  admin = await createPerson(server.db);
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
const isAccessible = async () => expect(await seriousViolations(page)).toEqual([]);

async function choose(label: RegExp, option: RegExp): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
}

test('a role is copied, changed in the matrix and told apart from built-in ones', async () => {
  await page.goto('/settings/roles/readonly');
  await page.getByText('Built-in roles follow the version').waitFor();
  await page.getByRole('link', { name: 'Copy to a new role' }).click();
  await page.getByLabel('Name').fill('Front office');
  await page.getByRole('checkbox', { name: 'Propose jobs' }).check({ force: true });
  await button('Create role').click();
  await heading('Front office').waitFor();
  const role = async () => (await server.ok('GET /api/roles')).roles.find(({ name }) => name === 'Front office');
  expect(await role()).toMatchObject({
    permissions: expect.arrayContaining(['devices.view', 'devices.remote', 'clients.view', 'jobs.create']),
  });
  await page.getByRole('checkbox', { name: 'Open a remote desktop' }).uncheck({ force: true });
  await button('Save role').click();
  await page.getByText('Front office is saved').waitFor();
  expect((await role())?.permissions).not.toContain('devices.remote');
  await isAccessible();
  await button('Delete…').click();
  await button('Delete the role').click();
  await heading('Roles').waitFor();
  expect(await role()).toBeUndefined();
});

test('a token is shown once, works, warns when it approves its own jobs, and is revoked', async () => {
  await page.goto('/settings/tokens/new');
  await page.getByRole('textbox', { name: 'Name' }).fill('Backup script');
  await choose(/^Role/, /Technician/);
  await page.getByText('propose jobs and approve them itself').waitFor();
  await choose(/^Role/, /Read only/);
  await isAccessible();
  await button('Create token').click();
  const token = (await page.getByRole('group', { name: 'API token' }).getByRole('code').innerText()).trim();
  expect((await server.call('GET /api/devices', { token })).status).toBe(200);
  await page.getByRole('link', { name: 'Done, I have copied it' }).click();
  await page.getByRole('row', { name: /Backup script.*Read only/ }).waitFor();
  expect(await page.getByText(token).count()).toBe(0);
  await isAccessible();
  await button('Revoke Backup script').click();
  await button('Revoke the token').click();
  await page.getByText('Backup script is revoked').waitFor();
  expect((await server.call('GET /api/devices', { token })).status).toBe(401);
});
