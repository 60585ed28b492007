/** Deciding on proposals, as an operator does it in a browser. */
import { expect, test } from 'vitest';
import { seriousViolations } from './browser.ts';
import { startFleet } from './fleet-page.ts';

const REMOVE = 'set -e\nrm -rf /opt/openssl-1.1\nsystemctl reload nginx\n';

const fleet = await startFleet();
const { server, page } = fleet;

const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const button = (name: string | RegExp) => page.getByRole('button', { name });

async function proposeEverywhere(description: string): Promise<void> {
  const { devices } = await server.ok('GET /api/devices', { query: { limit: 100 } });
  const body = { agent_ids: devices.map(({ id }) => id), shell: 'bash', script: REMOVE, description };
  await server.ok('POST /api/jobs/bulk', { token: fleet.tomas.token, body });
}

test('a proposal for many devices is reviewed, approved for one company and rejected for the other', async () => {
  await proposeEverywhere('Remove OpenSSL 1.1');
  await page.goto('/');
  await heading('Overview');
  await page.getByRole('link', { name: 'Review “Remove OpenSSL 1.1”' }).click();

  await heading('Remove OpenSSL 1.1');
  await page.getByText(`${fleet.tomas.username} asks to run this on 12 devices`).waitFor();
  await page.getByRole('link', { name: 'line 2' }).waitFor();
  expect(await seriousViolations(page)).toEqual([]);

  // Twelve devices: nothing happens before the number is typed, nor before the script is on the page.
  await page.getByText('rm -rf /opt/openssl-1.1').waitFor();
  await button('Approve for 12 devices').waitFor();
  expect(await button('Approve for 12 devices').isDisabled()).toBe(true);
  await page.keyboard.press('a');
  await page.keyboard.type('12');
  expect(await button('Approve for 12 devices').isEnabled()).toBe(true);

  // Another selection is another number, and one device needs none.
  await page.getByRole('checkbox', { name: 'Pinefold Schools' }).press('Space');
  await button('Approve for 1 device').click();
  await page.getByText('Approved for 1 device').waitFor();
  const batch = page.getByRole('link', { name: 'Open the batch' });
  expect(await batch.getAttribute('href')).toMatch(/^\/jobs\/batch\//);

  // The other company waits on.
  await page.getByText(`${fleet.tomas.username} asks to run this on 11 devices`).waitFor();
  await button('Reject').click();
  await page.getByText('Say why you reject it.').waitFor();
  await page.keyboard.type('Not during lessons');
  await button('Reject').click();
  await page.getByText('Nothing waits for approval').waitFor();
  expect(new URL(page.url()).pathname).toBe('/approvals');

  const { jobs } = await server.ok('GET /api/jobs', { query: { client_id: fleet.school.client_id } });
  expect(new Set(jobs.map((job) => `${job.status}: ${job.decision_reason}`))).toEqual(
    new Set(['rejected: Not during lessons']),
  );
  const [approved] = (await server.ok('GET /api/jobs', { query: { client_id: fleet.harbour.client_id } })).jobs;
  expect(approved).toMatchObject({ status: 'dispatched', approved_by: { name: fleet.ines.username } });
});

test('whoever comes second is told who was first, and keeps the page', async () => {
  const id = await fleet.propose('Show the load');
  await page.goto(`/approvals/${id}`);
  await page.getByText('root, bash, 1 h limit').waitFor();
  await page.route(`**/api/jobs/${id}/approve`, async (route) => {
    await server.ok('POST /api/jobs/:id/approve', { token: fleet.tomas.token, params: { id } });
    await route.continue();
  });
  await button('Approve for 1 device').click();
  await page.getByText(`${fleet.tomas.username} approved it`).waitFor();
  await page.getByText('Nothing that you did here changed that.').waitFor();
  expect(new URL(page.url()).pathname).toBe(`/approvals/${id}`);
  expect(await page.getByText('uptime').isVisible()).toBe(true);
});

test('what was approved word by word before is approved in place, and a changed script is not', async () => {
  await fleet.propose('Show the load');
  await fleet.propose('Show the load', 'uptime\nwho\n');
  await page.goto('/');
  const same = button('Approve “Show the load”');
  await same.waitFor();
  expect(await same.count()).toBe(1);
  await same.click();
  await page.getByText('Approved for 1 device').waitFor();
  // The way to what it prints, and back.
  await page.getByRole('link', { name: 'Open the job' }).click();
  await heading('Show the load');
  expect(new URL(page.url()).pathname).toMatch(/^\/jobs\/[0-9a-f-]{36}$/);
  await page.goBack();

  await page.getByRole('link', { name: 'Review “Show the load”' }).click();
  await page.getByRole('radio', { name: 'Changes' }).waitFor();
  await page.getByText('1 added').waitFor({ state: 'attached' });
  await page.keyboard.press('a');
  await page.getByText('Nothing waits for approval').waitFor();
});
