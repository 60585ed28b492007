/** The device list, as an operator uses it. */
import { expect, test } from 'vitest';
import { createDevice, createPerson, createPlace, createSite } from '../factories.ts';
import { connectAgent, simulatedFacts } from '../fleet.ts';
import { openConsole, seriousViolations, signedInPage } from './browser.ts';

const { server, browser } = await openConsole();
const admin = await createPerson(server.db);
const marine = await createPlace(server.db, 'Halvorsen Marine');
const school = await createPlace(server.db, 'Pinefold Schools');
for (let number = 10; number < 22; number += 1) await createDevice(server.db, { ...school, hostname: `pfs-${number}` });
const page = await signedInPage(browser, server, admin.token);

const button = (name: string | RegExp) => page.getByRole('button', { name });
const rows = () =>
  page
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.getByRole('link') });
const row = (hostname: string) => rows().filter({ hasText: hostname });
const place = (name: string | RegExp) => page.getByRole('tree').getByRole('treeitem', { name });
const isAccessible = async () => expect(await seriousViolations(page)).toEqual([]);
const shows = (hostnames: string[]) =>
  expect.poll(async () => (await rows().getByRole('link').allInnerTexts()).sort()).toEqual(hostnames);

test('the list is found as one types and filtered by place and status, all of it in the address', async () => {
  await createDevice(server.db, { ...marine, hostname: 'hlv-dc01', status: 'online' });
  await createDevice(server.db, { ...marine, hostname: 'hlv-fs01' });
  await page.goto('/devices');
  await rows().first().waitFor();
  await isAccessible();
  await page.keyboard.press('/');
  await page.keyboard.type('hlv');
  await shows(['hlv-dc01', 'hlv-fs01']);
  await page.getByRole('radio', { name: 'Online 1' }).click();
  await shows(['hlv-dc01']);
  expect(new URL(page.url()).search).toBe('?q=hlv&status=online');
  await page.keyboard.press('Escape');
  await expect.poll(() => rows().count()).toBe(14);
  await place(/Pinefold Schools/).click();
  await expect.poll(() => rows().count()).toBe(12);
  await button('Remove the filter Company Pinefold Schools').waitFor();
  await page.goBack();
  await expect.poll(() => rows().count()).toBe(14);
  await page.goto(`/devices?company=${marine.client_id}&q=fs`);
  await shows(['hlv-fs01']);
});

test('a device comes online on screen, and one that is new waits behind a bar', async () => {
  const device = await createDevice(server.db, { ...marine, hostname: 'live-01' });
  await page.goto('/devices?q=live-');
  await row('live-01').getByText('Offline').waitFor();
  const agent = await connectAgent({
    url: `${server.url.replace('http', 'ws')}/ws/agent`,
    device: { credential: device.credential, facts: simulatedFacts('live-01') },
  });
  await row('live-01').getByText('Online').waitFor();
  await page.getByRole('radio', { name: 'Online 1' }).waitFor();
  await createDevice(server.db, { ...marine, hostname: 'live-02' });
  await agent.close();
  await button('Show 1 new device').click();
  await shows(['live-01', 'live-02']);
  await row('live-01').getByText('Offline').waitFor();
});

test('rows are picked by keys, and a script for them is proposed and waits', async () => {
  await page.goto('/devices?q=pfs-1');
  await row('pfs-10').waitFor();
  for (const key of ['j', 'x', 'j', 'j', 'Shift+X']) await page.keyboard.press(key);
  await page.getByText('3 selected').waitFor();
  await button('Run script…').click();
  await page.getByLabel('Script', { exact: true }).fill('uptime\nrm -rf /var/tmp/x');
  await page.getByLabel(/What it does/).fill('Show how long it runs');
  await isAccessible();
  await button('Propose').click();
  await page.getByText('3 devices in 1 company run it once somebody approves it').waitFor();
  const { approvals } = await server.ok('GET /api/approvals');
  expect(approvals).toMatchObject([{ description: 'Show how long it runs', device_count: 3, shell: 'bash' }]);
  const open = page.getByRole('link', { name: 'Open the approval' });
  expect(await open.getAttribute('href')).toBe(`/approvals/${approvals[0]?.id}`);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.getByText('3 selected').waitFor({ state: 'detached' });
});

test('devices are moved, moved back, and above ten deleted only when the count is typed', async () => {
  const { site_id } = await createSite(server.db, marine.client_id, 'Vessels');
  const siteOf = async () => (await server.ok('GET /api/devices', { query: { site_id } })).total;
  await page.goto(`/devices?company=${school.client_id}`);
  await rows().first().waitFor();
  await button('Select all rows').click();
  await page.getByText('12 selected').waitFor();
  await button('Move…').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('treeitem', { name: 'Vessels' }).click();
  expect(await dialog.getByRole('button', { name: 'Move' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Type 12 to confirm').fill('12');
  await dialog.getByRole('button', { name: 'Move' }).click();
  // The offer to take it back goes after eight seconds, but not from under the pointer.
  await page.getByText('12 devices are now in Halvorsen Marine, Vessels').hover();
  // The places beside the list count again at once.
  await page.getByRole('treeitem', { name: /Vessels.*of 12/ }).waitFor();
  expect(await siteOf()).toBe(12);
  await button('Undo').click();
  await page.getByText('Moved back').waitFor();
  expect(await siteOf()).toBe(0);
  await button('Delete…').click();
  await page.getByRole('alertdialog').getByLabel('Type 12 to confirm').fill('12');
  await button('Delete 12 devices').click();
  await page.getByText('12 devices are deleted').waitFor();
  expect((await server.ok('GET /api/devices', { query: { client_id: school.client_id } })).total).toBe(0);
  await page.getByText('No device matches').waitFor();
});
