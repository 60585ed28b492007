/** From a proposal to its output, as an operator does it in a browser. */
import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobStatus } from '../../schema/jobs.ts';
import {
  createDevice,
  createJob,
  createPerson,
  createPlace,
  type MadeDevice,
  type Person,
  type Place,
} from '../factories.ts';
import { connectAgent, type Run, type SimulatedAgent, simulatedFacts } from '../fleet.ts';
import type { TestServer } from '../harness.ts';
import { launchBrowser, seriousViolations, signedInPage, startConsole } from './browser.ts';

const REMOVE = 'set -e\nrm -rf /opt/openssl-1.1\nsystemctl reload nginx\n';

let server: TestServer;
let browser: Browser;
let ines: Person;
let tomas: Person;
let page: Page;
let harbour: Place;
let school: Place;
let ship: MadeDevice;
const agents: SimulatedAgent[] = [];

beforeAll(async () => {
  [server, browser] = await Promise.all([startConsole(), launchBrowser()]);
  [ines, tomas] = [await createPerson(server.db), await createPerson(server.db)];
  harbour = await createPlace(server.db, 'Halvorsen Marine');
  school = await createPlace(server.db, 'Pinefold Schools');
  ship = await createDevice(server.db, { ...harbour, hostname: 'hlv-ves-nav01' });
  for (let number = 1; number <= 11; number += 1)
    await createDevice(server.db, { ...school, hostname: `pfs-lab-pc${number}` });
  page = await signedInPage(browser, server, ines.token);
});
afterAll(async () => {
  await browser.close();
  await Promise.all(agents.map((agent) => agent.close()));
  await server.stop();
});

async function connectShip(run: Run | false): Promise<SimulatedAgent> {
  const agent = await connectAgent({
    url: `${server.url.replace('http', 'ws')}/ws/agent`,
    device: { credential: ship.credential, facts: simulatedFacts(ship.hostname) },
    run,
  });
  agents.push(agent);
  return agent;
}

async function proposeEverywhere(description: string): Promise<void> {
  const { devices } = await server.ok('GET /api/devices', { query: { limit: 100 } });
  const body = { agent_ids: devices.map(({ id }) => id), shell: 'bash', script: REMOVE, description };
  await server.ok('POST /api/jobs/bulk', { token: tomas.token, body });
}

async function proposeOnShip(description: string, script = 'uptime\n'): Promise<string> {
  const body = { agent_id: ship.id, shell: 'bash', script, description };
  return (await server.ok('POST /api/jobs', { token: tomas.token, body })).id;
}

const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const button = (name: string | RegExp) => page.getByRole('button', { name });

test('a proposal for many devices is reviewed, approved for one company and rejected for the other', async () => {
  await proposeEverywhere('Remove OpenSSL 1.1');
  await page.goto('/');
  await heading('Overview');
  await page.getByRole('link', { name: 'Review “Remove OpenSSL 1.1”' }).click();

  await heading('Remove OpenSSL 1.1');
  await page.getByText(`${tomas.username} asks to run this on 12 devices`).waitFor();
  await page.getByRole('link', { name: 'line 2' }).waitFor();
  expect(await seriousViolations(page)).toEqual([]);

  // Twelve devices: nothing happens before the number is typed.
  await button('Approve for 12 devices').waitFor();
  expect(await button('Approve for 12 devices').isDisabled()).toBe(true);
  await page.keyboard.press('a');
  await page.keyboard.type('12');
  expect(await button('Approve for 12 devices').isEnabled()).toBe(true);

  // Another selection is another number, and one device needs none.
  await page.getByRole('checkbox', { name: 'Pinefold Schools' }).press('Space');
  await button('Approve for 1 device').click();
  await page.getByText('Approved for 1 device').waitFor();

  // The other company waits on.
  await page.getByText(`${tomas.username} asks to run this on 11 devices`).waitFor();
  await button('Reject').click();
  await page.getByText('Say why you reject it.').waitFor();
  await page.keyboard.type('Not during lessons');
  await button('Reject').click();
  await page.getByText('Nothing waits for approval').waitFor();
  expect(new URL(page.url()).pathname).toBe('/approvals');

  const { jobs } = await server.ok('GET /api/jobs', { query: { client_id: school.client_id } });
  expect(new Set(jobs.map((job) => `${job.status}: ${job.decision_reason}`))).toEqual(
    new Set(['rejected: Not during lessons']),
  );
  const [approved] = (await server.ok('GET /api/jobs', { query: { client_id: harbour.client_id } })).jobs;
  expect(approved).toMatchObject({ status: 'dispatched', approved_by: { name: ines.username } });
});

test('whoever comes second is told who was first, and keeps the page', async () => {
  const id = await proposeOnShip('Show the load');
  await page.goto(`/approvals/${id}`);
  await page.route(`**/api/jobs/${id}/approve`, async (route) => {
    await server.ok('POST /api/jobs/:id/approve', { token: tomas.token, params: { id } });
    await route.continue();
  });
  await button('Approve for 1 device').click();
  await page.getByText(`${tomas.username} approved it`).waitFor();
  await page.getByText('Nothing that you did here changed that.').waitFor();
  expect(new URL(page.url()).pathname).toBe(`/approvals/${id}`);
  expect(await page.getByText('uptime').isVisible()).toBe(true);
});

test('what was approved word by word before is approved in place, and a changed script is not', async () => {
  await proposeOnShip('Show the load');
  await proposeOnShip('Show the load', 'uptime\nwho\n');
  await page.goto('/');
  const same = button('Approve “Show the load”');
  await same.waitFor();
  expect(await same.count()).toBe(1);
  await same.click();
  await page.getByText('Approved for 1 device').waitFor();

  await page.getByRole('link', { name: 'Review “Show the load”' }).click();
  await page.getByRole('radio', { name: 'Changes' }).waitFor();
  await page.getByText('1 added').waitFor({ state: 'attached' });
  await page.keyboard.press('a');
  await page.getByText('Nothing waits for approval').waitFor();
});

test('output streams in while the job runs, then the result', async () => {
  const agent = await connectShip(false);
  const id = await proposeOnShip('Count to three');
  await server.ok('POST /api/jobs/:id/approve', { token: tomas.token, params: { id }, body: { reason: 'Harmless' } });
  const run = await agent.next('job.run', (frame) => frame.job_id === id);
  await page.goto(`/jobs/${id}`);
  await heading('Count to three');
  const started_at = new Date().toISOString();
  agent.send({ t: 'ack', id: run.id });
  agent.send({ t: 'job.started', id: 'started', job_id: id, started_at });
  await page.getByText('Running', { exact: true }).first().waitFor();

  agent.send({ t: 'job.output', job_id: id, offset: 0, text: 'one\n' });
  await page.getByText('one').waitFor();
  agent.send({ t: 'job.output', job_id: id, offset: 4, text: '\x1b[31mtwo\x1b[0m <b>three</b>\n' });
  await page.getByText('two').waitFor();
  await page.getByText('<b>three</b>').waitFor();
  expect(await page.locator('.term .a-red').textContent()).toBe('two');

  agent.send({
    t: 'job.result',
    id: 'result',
    job_id: id,
    outcome: 'exited',
    exit_code: 3,
    stdout: 'one\n\x1b[31mtwo\x1b[0m <b>three</b>\n',
    output_truncated: false,
    error: null,
    started_at,
    finished_at: new Date().toISOString(),
  });
  await page.getByText('Exit code 3').first().waitFor();
  await page.getByText(`Approved by ${tomas.username}`).waitFor();
  expect(await page.locator('.term pre').textContent()).toBe('one\ntwo <b>three</b>\n');
  expect(await seriousViolations(page)).toEqual([]);
});

test('a running job is cancelled, closed by hand and proposed again', async () => {
  const id = await proposeOnShip('Wait for ever');
  await server.ok('POST /api/jobs/:id/approve', { token: tomas.token, params: { id } });
  await page.goto(`/jobs/${id}`);
  await button('Cancel job').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel job' }).click();
  await page.getByText('Stopping', { exact: true }).first().waitFor();

  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Close by hand…' }).click();
  await page.getByRole('radio', { name: 'Failed' }).click();
  await button('Close the job').click();
  await page.getByText(`Closed by hand by ${ines.username}`).waitFor();
  await page.getByText(`Cancel asked by ${ines.username}`).waitFor();

  await button('Propose again…').click();
  await page.getByRole('button', { name: 'Propose', exact: true }).click();
  await page.getByRole('dialog').getByRole('link').click();
  await page.getByText('Waiting for approval').first().waitFor();
});

test('a batch shows every result, groups the same output, and proposes again what failed', async () => {
  const batchId = randomUUID();
  const ended = async (status: JobStatus, stdout: string, exit_code: number) => {
    const device = await createDevice(server.db, harbour);
    const id = await createJob(server.db, device, { batchId, status, description: 'Rotate logs' });
    await server.db
      .sql`update jobs set outcome = 'exited', exit_code = ${exit_code}, stdout = ${stdout} where id = ${id}`;
    return device.hostname;
  };
  await ended('completed', 'rotated', 0);
  await ended('completed', 'rotated', 0);
  const failed = await ended('failed', 'no space left', 1);
  await page.goto(`/jobs/batch/${batchId}`);
  await page.getByRole('link', { name: `${failed} Exit code 1` }).waitFor();
  expect(await seriousViolations(page)).toEqual([]);

  await page.getByRole('tab', { name: 'By output' }).click();
  await page.getByRole('heading', { name: '2 devices' }).waitFor();
  await page.getByText('no space left').waitFor();
  expect(await page.getByText('rotated', { exact: true }).count()).toBe(1);

  await button('Retry 1 failed…').click();
  await page.getByRole('dialog').getByText(failed).waitFor();
  await page.keyboard.press('Escape');
});

test('the list filters by state, the trail tells who did what', async () => {
  await page.goto('/jobs?status=failed');
  await page.getByRole('link', { name: 'Count to three' }).waitFor();
  expect(await page.getByRole('link', { name: 'Show the load' }).count()).toBe(0);
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Every state' }).click();
  await page.getByRole('link', { name: 'Show the load' }).first().waitFor();
  expect(new URL(page.url()).search).toBe('');

  // What comes now waits, so that no row moves under the pointer.
  await proposeOnShip('Newest of all');
  await button('Show 1 new job').click();
  await page.getByRole('link', { name: 'Newest of all' }).waitFor();

  await page.goto('/');
  await page.getByRole('heading', { name: 'Recent activity' }).waitFor();
  await page.getByRole('img', { name: /^Failed jobs per hour/ }).waitFor();
  expect(await seriousViolations(page)).toEqual([]);

  await page.goto('/audit?action=job.approve');
  await page.getByText(`${tomas.username} approved Count to three`).waitFor();
  await button('Details').first().click();
  await button('Show everything about it').click();
  expect(new URL(page.url()).searchParams.get('target')).toMatch(/^[0-9a-f-]{36}$/);
  expect(await seriousViolations(page)).toEqual([]);
});
