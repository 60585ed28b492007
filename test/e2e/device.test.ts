/** The page of one device, as an operator uses it. */
import { expect, test } from 'vitest';
import { createDevice, createPerson, createPlace } from '../factories.ts';
import { connectAgent, simulatedFacts } from '../fleet.ts';
import { openConsole, seriousViolations, signedInPage } from './browser.ts';

const { server, browser } = await openConsole();
const admin = await createPerson(server.db);
const marine = await createPlace(server.db, 'Halvorsen Marine');
const page = await signedInPage(browser, server, admin.token);

const button = (name: string | RegExp) => page.getByRole('button', { name });
const isAccessible = async () => expect(await seriousViolations(page)).toEqual([]);

test('a device page shows what the agent sent as text, and what people write about it', async () => {
  const hostname = '<img src=x onerror=alert(1)>\u202e';
  const device = await createDevice(server.db, { ...marine, hostname });
  const agent = await connectAgent({
    url: `${server.url.replace('http', 'ws')}/ws/agent`,
    device: { credential: device.credential, facts: simulatedFacts(hostname) },
  });
  const software = { manufacturer: '', installed_at: null, size_bytes: null, source: 'dpkg' };
  agent.send({
    t: 'inventory',
    id: 'i1',
    collected_at: new Date().toISOString(),
    hash: '1'.repeat(64),
    section: {
      name: 'software',
      data: [
        { name: '<b>openssl</b>', version: '3.0', ...software },
        { name: 'nginx', version: '1.22', ...software },
      ],
    },
  });
  await agent.next('ack', ({ id }) => id === 'i1');
  await page.goto(`/devices/${device.id}`);
  await page.getByRole('heading', { level: 1, name: '<img src=x onerror=alert(1)>[U+202E]' }).waitFor();
  await isAccessible();
  await page.getByRole('tab', { name: 'Software 2' }).click();
  await page.getByText('<b>openssl</b>').waitFor();
  await page.getByRole('searchbox', { name: 'Find software' }).fill('ngi');
  await page.getByText('1 of 2').waitFor();
  await isAccessible();
  await button('Edit').click();
  await page.getByLabel(/^Tags/).fill('Tier-1');
  await page.keyboard.press('Enter');
  await page.getByLabel(/^Note/).fill('Behind the door');
  await button('Save').click();
  await page.getByRole('link', { name: 'tier-1' }).waitFor();
  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByText('Behind the door').waitFor();
  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Revoke identity…' }).click();
  await button('Revoke the identity').click();
  await page.getByText('Its identity is revoked').waitFor();
  expect((await agent.closed).code).toBe(4003);
  await page.getByRole('tab', { name: 'Activity' }).click();
  await page
    .getByText(/revoked/)
    .first()
    .waitFor();
});

test('whoever only looks is offered nothing to change, down to a phone', async () => {
  const device = await createDevice(server.db, { ...marine, hostname: 'only-look' });
  const person = await createPerson(server.db, { permissions: ['devices.view', 'clients.view'] });
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
  const theirs = await signedInPage(browser, server, person.token, phone);
  await theirs.goto(`/devices/${device.id}`);
  await theirs.getByRole('tab', { name: 'Inventory' }).click();
  await theirs.getByText('No inventory yet').waitFor();
  expect(await theirs.getByRole('tab').allInnerTexts()).toEqual(['Overview', 'Inventory', 'Software']);
  for (const name of ['Run script', 'Edit', 'More actions'])
    expect(await theirs.getByRole('button', { name, exact: true }).count()).toBe(0);
  expect(await seriousViolations(theirs)).toEqual([]);
  await theirs.goto('/devices');
  await theirs.getByRole('link', { name: 'only-look' }).waitFor();
  expect(await theirs.getByRole('link', { name: 'Enroll device' }).count()).toBe(0);
  await theirs.context().close();
});
