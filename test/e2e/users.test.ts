/** Accounts and what they reach, as an administrator keeps them. */
import { expect, test } from 'vitest';
import { createDevice, createPerson, createPlace, createSite, PASSWORD } from '../factories.ts';
import { narrow, openConsole, seriousViolations, signedInPage } from './browser.ts';

const { server, browser } = await openConsole();
const admin = await createPerson(server.db, { password: PASSWORD });
const page = await signedInPage(browser, server, admin.token);

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
  await page.getByLabel('Mail address').fill('maja@halvorsen.example');
  await choose(/^Role/, /Technician/);
  await page.getByText('Choose at least one company').first().waitFor();
  expect(await button('Create user').isDisabled()).toBe(true);
  await page.getByRole('treeitem', { name: 'Halvorsen Marine' }).press('ArrowRight');
  await page.getByRole('treeitem', { name: 'Bergen' }).click();
  await button('Take out Bergen / Halvorsen Marine').waitFor();
  await button('Create user').click();
  await page.getByText('It needs at least 12 characters. It needs an uppercase letter.').waitFor();
  await isAccessible();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button('Create user').click();
  await heading('maja').waitFor();
  await page.getByRole('link', { name: 'Users' }).first().click();
  await page
    .getByRole('row', { name: /maja.*Technician.*Bergen \/ Halvorsen Marine.*Password only.*Active/ })
    .waitFor();
  await isAccessible();
  const maja = (await users()).find(({ username }) => username === 'maja');
  expect(maja).toMatchObject({
    role: 'tech',
    email: 'maja@halvorsen.example',
    scopes: [{ scope_type: 'site', scope_id: site_id }],
  });
});

test('access is widened to a company, a device is found and added, and everything is a choice that is asked once more', async () => {
  const { client_id, site_id } = await createPlace(server.db, 'Kestrel');
  const device = await createDevice(server.db, { hostname: 'kes-dock-t14' });
  const person = await createPerson(server.db, {
    role: 'readonly',
    scopes: [{ scope_type: 'site', scope_id: site_id }],
  });
  await page.goto(`/settings/users/${person.id}`);
  await page.getByRole('treeitem', { name: 'Kestrel', exact: true }).click();
  await page.getByRole('treeitem', { name: /^site.*included$/ }).waitFor();
  await page.getByRole('searchbox', { name: 'Find a company, site' }).fill('dock');
  await page.getByRole('treeitem', { name: /kes-dock-t14/ }).click();
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
  expect(await button('Save access').isDisabled()).toBe(true);
  await page.getByRole('radio', { name: 'Everything' }).click();
  await page.getByText('reaches every customer').waitFor();
  await button('Save access').click();
  await page.getByRole('alertdialog').getByText('every device of this server').waitFor();
  await button('Give unrestricted access').click();
  await expect.poll(scopes).toEqual([]);
});

test('the tree is walked by keys, and brings the devices of a department page by page', async () => {
  const place = await createPlace(server.db, 'Aaron Ltd');
  const at = (name: RegExp) => page.getByRole('treeitem', { name });
  for (let n = 0; n < 52; n++)
    await createDevice(server.db, { ...place, hostname: `aar-${String(n).padStart(2, '0')}` });
  const person = await createPerson(server.db, {
    role: 'readonly',
    scopes: [{ scope_type: 'client', scope_id: place.client_id }],
  });
  await page.goto(`/settings/users/${person.id}`);
  await button('Take out Aaron Ltd').click();
  await at(/^Aaron Ltd/).focus();
  for (let level = 0; level < 3; level++) for (const key of ['ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  await at(/^aar-00/).waitFor();
  expect(await page.getByRole('treeitem', { name: /^aar-/ }).count()).toBe(50);
  await page.keyboard.press('End');
  while (!/further devices/.test(await focused())) await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await at(/^aar-51/).waitFor();
  await expect.poll(focused).toBe('aar-50');
  await page.keyboard.press('Space');
  await button(/Take out aar-50 \/ department.* \/ site.* \/ Aaron Ltd/).waitFor();
  expect(await at(/^Aaron Ltd/).getAttribute('aria-checked')).toBe('mixed');
  await isAccessible();
});

const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');

test('the list is narrowed by its address, and a phone needs no sideways scrolling', async () => {
  const [off, safe] = [
    await createPerson(server.db, { role: 'tech' }),
    await createPerson(server.db, { role: 'readonly' }),
  ];
  await server.db.sql`update users set disabled_at = now() where id = ${off.id}`;
  await server.db.sql`insert into totp (user_id, secret, enabled_at) values (${safe.id}, 'sealed', now())`;
  await page.goto('/settings/users?state=disabled&role=tech');
  await page.getByRole('row', { name: new RegExp(`${off.username} `) }).waitFor();
  expect(await page.getByRole('row', { name: new RegExp(`${safe.username} `) }).count()).toBe(0);
  await choose(/^Two-step/, /^With two-step/);
  await page.getByText('No account fits').waitFor();
  expect(new URL(page.url()).searchParams.get('second_factor')).toBe('on');
  await button('Clear the filters').first().click();
  await page.getByRole('row', { name: new RegExp(`${safe.username} .*Two-step`) }).waitFor();
  await narrow(page);
  for (const path of ['/settings/users', `/settings/users/${safe.id}`, '/settings/users/new']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  }
});

test('a lost second factor is reset and an address changed, each after what it means was said', async () => {
  const person = await createPerson(server.db, { role: 'tech' });
  await server.db.sql`insert into totp (user_id, secret, enabled_at) values (${person.id}, 'sealed', now())`;
  const read = () => server.ok('GET /api/users/:id', { params: { id: person.id } });
  await page.goto(`/settings/users/${person.id}`);
  await button('Reset…').click();
  await page.getByText('First make sure that it is really this person').waitFor();
  await isAccessible();
  await button('Reset two-step sign-in').click();
  await page.getByText(`Two-step sign-in of ${person.username} is reset`).waitFor();
  expect(await read()).toMatchObject({ totp_enabled: false });
  await page.getByRole('textbox', { name: 'Mail address' }).fill('new@example.com');
  await button('Change address').click();
  await page.getByRole('alertdialog').getByText('can then set a new password').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change address' }).click();
  await page.getByText('Not confirmed').waitFor();
  await page.getByText('sends no mail about accounts').waitFor();
  expect(await read()).toMatchObject({ email: 'new@example.com', email_confirmed: false });
});

test('a password is set for somebody who forgot it, after the server has judged it', async () => {
  const { id, username, token } = await createPerson(server.db, { role: 'tech', password: PASSWORD });
  await page.goto(`/settings/users/${id}`);
  await button('Set a password…').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('All sessions and mailed links for a password end').waitFor();
  const field = dialog.getByLabel('New password');
  await field.fill('tooshort');
  await button('Set the password').click();
  await dialog.getByText('It does not keep these rules yet').waitFor();
  await isAccessible();
  await dialog.getByRole('button', { name: 'Show' }).click();
  expect(await field.getAttribute('type')).toBe('text');
  const chosen = 'Another-Horse-Stable-7';
  await field.fill(chosen);
  await button('Set the password').click();
  await page.getByText(`The password of ${username} is set`).waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect((await server.call('GET /api/me', { token })).status).toBe(401);
  const body = { username, password: chosen };
  expect((await server.call('POST /api/auth/login', { token: null, body })).status).toBe(200);
  await page.goto(`/settings/users/${admin.id}`);
  await page.getByText('This is your own account').waitFor();
  expect(await button('Set a password…').count()).toBe(0);
});

test('a link to single sign-on is removed after its consequences were named; without a password, what to do next too', async () => {
  const { id, username } = await createPerson(server.db, { role: 'tech' });
  await server.db.sql`insert into sso_identities (user_id, issuer, subject) values (${id}, 'https://idp.test', ${id})`;
  await page.goto(`/settings/users/${id}`);
  await button('Remove link…').click();
  await page.getByText('The password from before the link works again').waitFor();
  await page.getByText('without one, set its password here afterwards').waitFor();
  await isAccessible();
  await button('Remove link').click();
  await page.getByText(`${username} is no longer linked to single sign-on`).waitFor();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  expect(await button('Remove link…').count()).toBe(0);
  expect(await server.ok('GET /api/users/:id', { params: { id } })).toMatchObject({ sso_linked: false });
  await button('Set a password…').waitFor();
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
  await page.getByText(`The access of ${person.username} is changed`).waitFor();
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
