/** Checks and policies, as an operator sets them up and looks at them. */
import { expect, test } from 'vitest';
import { createDevice, createPerson, createPlace } from '../factories.ts';
import { narrow, openConsole, seriousViolations, signedInPage } from './browser.ts';

const { server, browser } = await openConsole();
const admin = await createPerson(server.db);
const place = await createPlace(server.db, 'Halvorsen Marine');
const device = await createDevice(server.db, { ...place, hostname: 'hal-web-01', status: 'online' });
const page = await signedInPage(browser, server, admin.token);

const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const isAccessible = async () => expect(await seriousViolations(page)).toEqual([]);
const shot = async (name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
};

test('a policy is made, given a check and assigned, and the device’s page shows the check and why it runs there', async () => {
  await page.goto('/monitoring');
  await heading('Checks').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Policies' }).click();
  await page.getByText('No policy yet').waitFor();
  await button('New policy').click();
  await page.getByLabel('Name').fill('Servers');
  await page.getByLabel('Description').fill('What every server runs');
  await button('Create policy').click();
  await heading('Servers').waitFor();
  await page.getByText('It holds no check').waitFor();

  await page.getByRole('link', { name: 'New check' }).click();
  await page.getByText('What should it watch?').waitFor();
  await shot('types');
  await isAccessible();
  await button(/^Disk space/).click();
  await page.getByLabel('Name').fill('Disk');
  await page.getByRole('textbox', { name: /^Warning/ }).fill('95');
  await shot('new-check');
  await isAccessible();
  await button('Create check').click();
  await page.getByText('Must be reached before err_threshold').waitFor();
  await page.getByRole('textbox', { name: /^Warning/ }).fill('75');
  await button('Create check').click();
  await heading('Disk').waitFor();
  await page.getByText('It runs on no device').waitFor();

  await page.getByRole('link', { name: 'Servers' }).click();
  await button('Assign…').click();
  await page.getByRole('treeitem', { name: /Halvorsen Marine/ }).click();
  await page.getByText('It reaches 1 device there.').waitFor();
  await shot('assign');
  await button('Assign').click();
  await page.getByText('Servers is assigned to Halvorsen Marine').waitFor();
  await page.getByRole('row', { name: /Halvorsen Marine/ }).waitFor();
  await shot('policy');
  await isAccessible();

  await page.goto(`/devices/${device.id}?tab=checks`);
  await page.getByRole('row', { name: /Disk.*Unknown.*Servers/ }).waitFor();
  await shot('device-checks');
  await isAccessible();
}, 60_000);

test('a check of one device is changed, shows its state, and is deleted', async () => {
  const check = await server.ok('POST /api/checks', {
    body: { type: 'memory', name: 'Memory', agent_id: device.id, warn_threshold: 80, err_threshold: 90 },
  });
  await server.db.sql`
    insert into check_instances (device_id, check_id, status, last_value, last_output, last_result_at)
    values (${device.id}, ${check.id}, 'warning', 84.5, '84.5 % used', now())
    on conflict (device_id, check_id) do update set status = 'warning', last_value = 84.5, last_output = '84.5 % used', last_result_at = now()`;
  await page.goto('/monitoring/checks');
  await page.getByRole('row', { name: /Memory.*Warning.*hal-web-01/ }).waitFor();
  await shot('checks');
  await isAccessible();
  await page.getByRole('link', { name: 'Memory' }).click();
  await page.getByRole('row', { name: /hal-web-01.*Warning.*84\.5%/ }).waitFor();
  await shot('check');
  await isAccessible();
  await page.getByRole('link', { name: 'Change', exact: true }).click();
  await page.getByLabel('Every so many seconds').fill('abc');
  await page.getByText('Write a number.').first().waitFor();
  expect(await button('Save check').isDisabled()).toBe(true);
  await page.getByLabel('Every so many seconds').fill('300');
  await button('Save check').click();
  await page.getByText('Memory is saved').waitFor();
  await page.getByText('5 min').waitFor();
  await button('Delete…').click();
  await button('Delete the check').click();
  await heading('Checks').waitFor();
  expect((await server.call('GET /api/checks/:id', { params: { id: check.id } })).status).toBe(404);
});

test('a script check is written here, approved by who saves it with the right to, and narrow screens show all of it', async () => {
  await narrow(page);
  await page.goto(`/monitoring/checks/new?type=script&device=${device.id}`);
  await page.getByRole('combobox', { name: 'Device' }).waitFor();
  await page.getByRole('radio', { name: 'Written here' }).click();
  await page.getByRole('textbox', { name: 'Script' }).click();
  await page.keyboard.type('echo value=1');
  await shot('script-narrow');
  await button('Create check').click();
  await heading('Script').waitFor();
  await page.getByText('Approved').first().waitFor();
  await shot('script-check-narrow');
  const { checks } = await server.ok('GET /api/checks', { query: { type: 'script' } });
  const check = await server.ok('GET /api/checks/:id', { params: { id: checks[0]?.id ?? '' } });
  expect(check).toMatchObject({ config: { shell: 'bash', script: 'echo value=1' }, approval: 'approved' });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
