/** Settings, Webhooks: one is made, its secret copied once, tried, changed and deleted. */
import { afterAll, expect, test } from 'vitest';
import { transaction } from '../../domain/context.ts';
import { notify } from '../../domain/notifications/notify.ts';
import { createDevice, createPerson, createPlace } from '../factories.ts';
import { startReceiver } from '../webhook-receiver.ts';
import { openConsole, seriousViolations, signedInPage } from './browser.ts';

const receiver = await startReceiver();
afterAll(() => receiver.stop());
const { server, browser } = await openConsole({ RMM_WEBHOOKS_ALLOW_PRIVATE: 'true' });
const page = await signedInPage(browser, server, (await createPerson(server.db)).token);

const button = (name: string) => page.getByRole('button', { name });
/** Looked at by whoever changes the page: SHOTS=<folder>. */
const shot = async (name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
};

test('a webhook is made, and its secret shown once', async () => {
  await page.goto('/settings/webhooks');
  await page.getByText('No webhooks yet').waitFor();
  await shot('none');
  await page.getByRole('link', { name: 'New webhook' }).click();
  await page.getByLabel('Name').fill('Ticket system');
  await page.getByLabel('URL').fill('http://user@127.0.0.1/');
  await page.getByText('a job fails').click();
  await button('Add webhook').click();
  await page.getByText('must hold no user name').waitFor();
  await page.getByLabel('URL').fill(`http://127.0.0.1:${receiver.port}/tickets?key=private`);
  await shot('new');
  expect(await seriousViolations(page)).toEqual([]);
  await button('Add webhook').click();
  await page.getByText('It is not shown again.').waitFor();
  const secret = (await page.getByRole('group', { name: 'Secret' }).locator('code').textContent())?.trim();
  expect(secret).toMatch(/^rmw_[\w-]{43}$/);
  await shot('secret');
  await button('Done').click();
  await page.getByRole('heading', { name: 'Ticket system', exact: true }).waitFor();
  expect(await page.content()).not.toContain(secret);
});

test('it is tried, and says what the receiver answered', async () => {
  await button('Send test').click();
  await page.getByText(/It answered 200 after \d+ ms/).waitFor();
  receiver.behave(500);
  await button('Send test').click();
  await page.getByText('It answered 500. receiver says no').waitFor();
  receiver.behave(200);
});

test('what happens is posted, and the page follows', async () => {
  const device = await createDevice(server.db, await createPlace(server.db));
  const raise = () =>
    transaction(server.ctx, (ctx) =>
      notify(ctx, [
        {
          event: 'alert.raised',
          agentId: device.id,
          subject: { kind: 'alert', id: crypto.randomUUID() },
          details: { title: 'Disk full', severity: 'error' },
        },
      ]),
    );
  await raise();
  const deliveries = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Recent deliveries' }) });
  await deliveries.getByText('Delivered', { exact: true }).waitFor();
  receiver.behave(503);
  await raise();
  await deliveries.getByText('It answered 503. receiver says no').waitFor();
  await shot('deliveries');
  await page.setViewportSize({ width: 390, height: 844 });
  await shot('narrow');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await seriousViolations(page)).toEqual([]);
});

test('another URL asks for the secret again', async () => {
  await page.getByLabel('URL').fill(`http://127.0.0.1:${receiver.port}/elsewhere`);
  await page.getByText('Enter it again for another URL').waitFor();
  expect(await button('Save').isDisabled()).toBe(true);
  await page.getByText('Make a new secret').click();
  await button('Save').click();
  await page.getByText('It is not shown again.').waitFor();
  await button('Done').click();
});

test('it is listed without its path, and deleted after a question', async () => {
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('cell', { name: `127.0.0.1:${receiver.port}` }).waitFor();
  await page.getByText('3 events').waitFor();
  await shot('list');
  await page.getByRole('link', { name: 'Ticket system' }).click();
  await button('Delete webhook').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete webhook' }).click();
  await page.getByText('No webhooks yet').waitFor();
  expect((await server.ok('GET /api/webhooks')).webhooks).toEqual([]);
});

test('with an access scope there is no such page', async () => {
  const { client_id } = await createPlace(server.db);
  const scoped = await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: client_id }] });
  const theirs = await signedInPage(browser, server, scoped.token);
  await theirs.goto('/settings/mail');
  await theirs.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Mail' }).waitFor();
  expect(await theirs.getByRole('link', { name: 'Webhooks' }).count()).toBe(0);
  await theirs.context().close();
});
