/** Organisation and enrollment under Settings, as an administrator keeps them. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { createDevice, createPerson, createPlace } from '../factories.ts';
import { connectAgent, newCredential, simulatedFacts } from '../fleet.ts';
import { openConsole, seriousViolations, signedInPage } from './browser.ts';

const { server, browser } = await openConsole();
const admin = await createPerson(server.db);
const page = await signedInPage(browser, server, admin.token);

const button = (name: string | RegExp) => page.getByRole('button', { name });
const isAccessible = async () => expect(await seriousViolations(page)).toEqual([]);
async function name(text: string, submit: string): Promise<void> {
  await page.getByRole('dialog').getByLabel('Name').fill(text);
  await page.getByRole('dialog').getByRole('button', { name: submit }).click();
}
/** A field that is wrong takes the focus, and what opened a dialog gets it back. */
const focused = (what: Locator) =>
  expect.poll(() => what.evaluate((element) => element === document.activeElement)).toBe(true);
async function act(of: string, which: string): Promise<void> {
  await button(`Actions for ${of}`).click();
  await page.getByRole('menuitem', { name: which }).click();
}

test('a company, its site and its department are made, renamed and deleted', { timeout: 60_000 }, async () => {
  await page.goto('/settings/organisation');
  await page.getByText('No company yet').waitFor();
  await button('New company').first().click();
  await name('Kestrel', 'Create');
  await page.getByText('Kestrel is created').waitFor();
  await button('New site In Kestrel.').click();
  await name('Hub North', 'Create');
  await button('New department In Hub North.').click();
  await name('Docks', 'Create');
  await page.getByText('Docks is created').waitFor();
  await button('New site In Kestrel.').click();
  await name('hub north', 'Create');
  await page.getByText('This company has a site of this name already.').waitFor();
  await focused(page.getByRole('dialog').getByLabel('Name'));
  await button('Cancel').click();
  await focused(button('New site In Kestrel.'));
  await isAccessible();
  await act('Docks', 'Rename…');
  await name('Loading docks', 'Rename');
  await page.getByText('Docks is now Loading docks').waitFor();

  const { sites } = await server.ok('GET /api/sites');
  const place = { client_id: sites[0]?.client_id ?? '', site_id: sites[0]?.id ?? '' };
  const device = await createDevice(server.db, place);
  await page.reload();
  await page.getByRole('link', { name: '0 of 1 online' }).first().waitFor();
  await act('Hub North', 'Delete…');
  await page.getByText('1 device is in this site. Move or delete it first').waitFor();
  expect(await button('Delete the site').isDisabled()).toBe(true);
  await button('Cancel').click();
  await act('Kestrel', 'Delete…');
  await page.getByText('1 device stays, without a company').waitFor();
  await button('Delete the company').click();
  await page.getByText('Kestrel is deleted').waitFor();
  expect(await server.ok('GET /api/devices/:id', { params: { id: device.id } })).toMatchObject({ client_id: null });
  await page.goto('/devices');
  await page.getByRole('treeitem', { name: /Without a company/ }).click();
  await page.getByRole('link', { name: device.hostname }).waitFor();
});

test('a token is made for a department, its command shown once, a device comes, and it is revoked', async () => {
  const place = await createPlace(server.db, 'Ostara Foods');
  const group = (await server.ok('GET /api/groups', { query: { site_id: place.site_id } })).groups[0];
  await page.goto('/settings/enrollment?new=1');
  await page
    .getByRole('dialog')
    .getByRole('treeitem', { name: group?.name ?? '' })
    .click();
  await page.getByLabel(/^Name/).fill('Till of the plant');
  await page.getByLabel('Devices it lets in').fill('2');
  await isAccessible();
  await button('Make the token').click();
  const command = page.getByRole('group', { name: 'Install command' });
  await command.waitFor();
  expect(await command.innerText()).toMatch(/^curl .*install\.sh \| sh -s -- --server .*--token rme_\S{4}…\S{4} /);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await button('Copy').click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain('--token rme_');
  const token = /--token (rme_\S+)/.exec(await copied())?.[1] ?? '';
  const agent = await connectAgent({
    url: `${server.url.replace('http', 'ws')}/ws/agent`,
    device: { credential: newCredential(), facts: simulatedFacts('plant-till-1') },
    enroll: { token, installId: '018f0000-0000-7000-8000-0000000000aa' },
  });
  await page.getByText('1 of 2 devices enrolled').waitFor();
  await button('Close').last().click();
  const line = page.getByRole('row').filter({ hasText: 'Till of the plant' });
  expect(await line.innerText()).toMatch(/Ostara Foods.*1 of 2/s);
  await isAccessible();
  await line.getByRole('button', { name: 'Revoke Till of the plant' }).click();
  await page.getByText('although 1 use is left').waitFor();
  await button('Revoke the token').click();
  await page.getByText('No tokens').waitFor();
  await agent.close();

  const single = await server.ok('POST /api/enroll-tokens', {
    body: { site_id: place.site_id, description: 'Used once', uses: 1 },
  });
  const second = await connectAgent({
    url: `${server.url.replace('http', 'ws')}/ws/agent`,
    device: { credential: newCredential(), facts: simulatedFacts('plant-till-2') },
    enroll: { token: single.token, installId: '018f0000-0000-7000-8000-0000000000ab' },
  });
  await second.close();
  await button('Remove Used once').click();
  await button('Remove the token').click();
  await page.getByText('The token is removed').waitFor();
  expect(await server.ok('GET /api/devices/:id', { params: { id: agent.deviceId } })).toMatchObject({
    hostname: 'plant-till-1',
    group_id: group?.id,
  });
});

test('a scoped caller manages what lies in the scope, and enrolls only there', async () => {
  const mine = await createPlace(server.db, 'Tallis Precision');
  const person = await createPerson(server.db, {
    permissions: ['clients.view', 'clients.manage', 'enrollment.manage'],
    scopes: [{ scope_type: 'site', scope_id: mine.site_id }],
  });
  const theirs = await signedInPage(browser, server, person.token);
  await theirs.goto('/settings/organisation');
  await theirs.getByRole('button', { name: /^New department/ }).waitFor(); // one, and no other
  expect(await theirs.getByRole('button', { name: 'New company' }).count()).toBe(0);
  expect(await theirs.getByRole('button', { name: /^New site/ }).count()).toBe(0);
  await theirs.goto('/settings/enrollment?new=1');
  // The only site there is stands there already.
  await theirs
    .getByRole('status')
    .getByText(/Tallis Precision, /)
    .waitFor();
  expect(await theirs.getByRole('treeitem', { name: 'Without a company' }).count()).toBe(0);
  await theirs.context().close();
});
