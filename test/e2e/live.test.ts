/** What changes while a page is still being opened: between its reading and the live socket, which tells of later changes. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signedInPage } from './browser.ts';
import { startFleet } from './fleet-page.ts';

const fleet = await startFleet();
const { server, browser } = fleet;

const openTab = () => signedInPage(browser, server, fleet.ines.token);
const live = (page: Page) => page.getByRole('banner').getByText('Live', { exact: true });

/** Holds back the first answer of this path, which has been given by the time `given` resolves, until `release`. */
async function holdFirst(page: Page, path: string) {
  const given = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      const response = await route.fetch();
      given.resolve();
      await released.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  return { given: given.promise, release: released.resolve };
}

test('what changes before the live socket is open shows all the same', async () => {
  const page = await openTab();
  const ticket = await holdFirst(page, '/api/me/live-ticket');
  await page.goto('/settings/organisation');
  await page.getByText('Pinefold Schools').first().waitFor();
  await ticket.given;
  await server.ok('POST /api/clients', { body: { name: 'Meanwhile Ltd' } });
  expect(await page.getByText('Meanwhile Ltd').count()).toBe(0);
  ticket.release();
  await page.getByText('Meanwhile Ltd').first().waitFor();
  await page.context().close();
});

test('what changes while its first reading is on its way is read once more', async () => {
  const page = await openTab();
  const clients = await holdFirst(page, '/api/clients');
  const hinted = page
    .waitForEvent('websocket', (socket) => socket.url().endsWith('/ws/console'))
    .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"clients"')));
  await page.goto('/settings/organisation');
  await live(page).waitFor();
  await clients.given;
  await server.ok('POST /api/clients', { body: { name: 'Overtaker Ltd' } });
  await hinted;
  clients.release();
  await page.getByText('Overtaker Ltd').first().waitFor();
  await page.context().close();
});

test('what a job prints before the live socket is open shows once it is', async () => {
  const agent = await fleet.connectShip();
  const id = await fleet.propose('Print and wait');
  await server.ok('POST /api/jobs/:id/approve', { token: fleet.tomas.token, params: { id } });
  const run = await agent.next('job.run', (frame) => frame.job_id === id);
  agent.send({ t: 'ack', id: run.id });
  agent.send({ t: 'job.started', id: 'started', job_id: id, started_at: new Date().toISOString() });
  agent.send({ t: 'job.output', job_id: id, offset: 0, text: 'one\n' });
  const printed = async () => (await server.ok('GET /api/jobs/:id/output', { params: { id } })).text;
  await expect.poll(printed).toBe('one\n');

  const [page, told] = [await openTab(), await openTab()];
  const ticket = await holdFirst(page, '/api/me/live-ticket');
  for (const tab of [page, told]) {
    await tab.goto(`/jobs/${id}`);
    await tab.getByText('one', { exact: true }).waitFor();
  }
  await live(told).waitFor();
  agent.send({ t: 'job.output', job_id: id, offset: 4, text: 'two\n' });
  await told.getByText('two').waitFor();
  ticket.release();
  await page.getByText('two').waitFor();
  await Promise.all([page.context().close(), told.context().close()]);
});
