/** Roles and API tokens, as an administrator keeps them. */
import { expect, test } from 'vitest';
import type { Permission } from '../../schema/permissions.ts';
import { createPerson, createRole } from '../factories.ts';
import { narrow, openConsole, seriousViolations, signedInPage } from './browser.ts';

const { server, browser } = await openConsole();
const admin = await createPerson(server.db);
const page = await signedInPage(browser, server, admin.token);

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
  await difference().getByText('No longer allowed: Open a remote desktop').waitFor();
  await button('Save role').click();
  await page.getByText('Front office is saved').waitFor();
  expect((await role())?.permissions).not.toContain('devices.remote');
  await isAccessible();
  await button('Delete…').click();
  await button('Delete the role').click();
  await heading('Roles').waitFor();
  expect(await role()).toBeUndefined();
});

const difference = () => page.getByRole('list', { name: 'What changes' });

test('roles stand side by side, and one is changed in place after its difference and reach were shown', async () => {
  const key = await createRole(server.db, ['devices.view', 'jobs.view']);
  await createPerson(server.db, { role: key });
  await page.goto('/settings/roles');
  await page.getByRole('columnheader', { name: `${key} Change ${key} here 1 account` }).waitFor();
  expect(await page.getByRole('button', { name: 'Change Technician here' }).count()).toBe(0);
  const row = page.getByRole('row', { name: /^Open a terminal/ });
  await row.getByText('Commands run at once with full rights').waitFor();
  await button(`Change ${key} here`).click();
  await page.getByRole('checkbox', { name: 'Open a terminal' }).check({ force: true });
  await page.getByRole('checkbox', { name: 'See jobs and their output' }).uncheck({ force: true });
  await difference().getByText('Now allowed: Open a terminal').waitFor();
  expect(await difference().innerText()).toContain('Dangerous');
  await page.getByText('It applies at once to 1 account').waitFor();
  await isAccessible();
  await button('Save role').click();
  await page.getByText(`${key} is saved`).waitFor();
  const role = (await server.ok('GET /api/roles')).roles.find((one) => one.key === key);
  expect(role?.permissions.toSorted()).toEqual(['devices.terminal', 'devices.view']);
  await page.getByRole('checkbox', { name: 'Only where roles differ' }).check({ force: true });
  await expect.poll(() => page.url()).toContain('differ=1');
});

test('what somebody is changing stays when another saves the role, with a word about it', async () => {
  const key = await createRole(server.db, ['devices.view', 'jobs.view']);
  const saveElsewhere = (permissions: Permission[]) =>
    server.ok('PUT /api/roles/:key', { params: { key }, body: { permissions, name: `${key} saved` } });
  const overtaken = page.getByText('This role was changed meanwhile.');
  const terminal = page.getByRole('checkbox', { name: 'Open a terminal' });
  await page.goto(`/settings/roles/${key}`);
  await terminal.check({ force: true });
  await saveElsewhere(['devices.view', 'devices.files']);
  await overtaken.waitFor();
  expect(await terminal.isChecked()).toBe(true);
  expect(await page.getByLabel('Name').inputValue()).toBe(`${key} saved`);
  for (const line of ['Now allowed: Open a terminal', 'Now allowed: See jobs', 'No longer allowed: Transfer files'])
    await difference().getByText(line).waitFor();
  await isAccessible();
  await button('Show the saved one').click();
  await overtaken.waitFor({ state: 'detached' });
  expect(await difference().count()).toBe(0);
  expect(await page.getByRole('checkbox', { name: 'Transfer files' }).isChecked()).toBe(true);

  await page.goto(`/settings/roles?edit=${key}`);
  await terminal.check({ force: true });
  await saveElsewhere(['devices.view']);
  await overtaken.waitFor();
  await difference().getByText('Now allowed: Transfer files').waitFor();
  await button('Save role').click();
  await page.getByText('saved is saved').waitFor();
  const role = (await server.ok('GET /api/roles')).roles.find((one) => one.key === key);
  expect(role?.permissions.toSorted()).toEqual(['devices.files', 'devices.terminal', 'devices.view']);
});

test('on a phone one role shows at a time, without sideways scrolling', async () => {
  await narrow(page);
  await page.goto('/settings/roles?role=tech');
  await page.getByRole('columnheader', { name: /^Technician/ }).waitFor();
  expect(await page.getByRole('columnheader').count()).toBe(2);
  await choose(/^Role/, /Read only/);
  await page.getByRole('columnheader', { name: /^Read only/ }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('nobody gives what they lack: such boxes and roles are there with the reason, and cannot be chosen', async () => {
  const own = await createRole(server.db, ['devices.view']);
  const strong = await createRole(server.db, ['devices.view', 'devices.terminal']);
  const editor = await createPerson(server.db, { permissions: ['roles.manage', 'devices.view', 'jobs.view'] });
  const theirs = await signedInPage(browser, server, editor.token);
  await theirs.goto(`/settings/roles?edit=${own}`);
  expect(await theirs.getByRole('checkbox', { name: 'See jobs and their output' }).isEnabled()).toBe(true);
  expect(await theirs.getByRole('checkbox', { name: 'Open a terminal (You do not hold it' }).isEnabled()).toBe(false);
  expect(await theirs.getByRole('button', { name: `Change ${strong} here` }).count()).toBe(0);
  await theirs.goto(`/settings/roles/${strong}`);
  await theirs.getByText('somebody else has to change it: Open a terminal.').waitFor();
  expect(await theirs.getByRole('button', { name: 'Save role' }).count()).toBe(0);
  await theirs.context().close();
});

test('a token is shown once, works, warns when it approves its own jobs, and is revoked', async () => {
  await page.goto('/settings/tokens/new');
  await page.getByRole('textbox', { name: 'Name' }).fill('Backup script');
  await choose(/^Role/, /Technician/);
  await page.getByText('propose jobs and approve them itself').waitFor();
  await page.getByText('AI applications only', { exact: true }).click();
  await page.getByText('Its role could approve jobs, but not with this token').waitFor();
  expect(await page.getByText('propose jobs and approve them itself').count()).toBe(0);
  await page.getByText('AI applications only', { exact: true }).click();
  await page.getByText('propose jobs and approve them itself').waitFor();
  await choose(/^Role/, /Read only/);
  await page.getByRole('radio', { name: /^Nobody/ }).click();
  await page.getByText('goes on working when whoever issued it leaves').waitFor();
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

test('a token is bound to an account, which limits it, and says when that is disabled', async () => {
  const person = await createPerson(server.db, { role: 'readonly' });
  await page.goto('/settings/tokens/new');
  await page.getByRole('textbox', { name: 'Name' }).fill('Inventory export');
  await choose(/^Role/, /Technician/);
  await page.getByRole('radio', { name: /^Another account/ }).click();
  await page.getByText('Choose the account it acts for.').waitFor();
  await page.getByRole('combobox', { name: 'Account' }).fill('nobody-is-called-this');
  await page.getByText('Nothing found.').waitFor();
  await isAccessible();
  // Whoever types faster than the server answers finds what they typed all the same.
  const { promise: seen, resolve: see } = Promise.withResolvers<void>();
  await page.route('**/api/users?*', (route) => seen.then(() => route.continue()));
  await page.getByRole('combobox', { name: 'Account' }).fill(person.username);
  await page.getByText('Searching…').waitFor();
  see();
  await page.getByRole('option', { name: person.username }).click();
  await page.getByText('It may do only what both roles allow').waitFor();
  await button('Create token').click();
  await page.getByRole('link', { name: 'Done, I have copied it' }).click();
  await page
    .getByRole('row', { name: new RegExp(`Inventory export.*Technician, limited by Read only.*${person.username}`) })
    .waitFor();
  await server.ok('POST /api/users/:id/disable', { params: { id: person.id } });
  await page.goto(`/settings/tokens?user_id=${person.id}`);
  await page.getByRole('row', { name: /Inventory export.*Account disabled/ }).waitFor();
  await isAccessible();
});
