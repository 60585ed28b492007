/** A job from its first line of output to the audit trail, in a browser. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { JobStatus } from '../../schema/jobs.ts';
import { createDevice, createJob } from '../factories.ts';
import { seriousViolations } from './browser.ts';
import { startFleet } from './fleet-page.ts';

const fleet = await startFleet();
const { server, page } = fleet;

const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const button = (name: string | RegExp) => page.getByRole('button', { name });

test('output streams in while the job runs, then the result', async () => {
  const agent = await fleet.connectShip();
  const id = await fleet.propose('Count to three');
  await server.ok('POST /api/jobs/:id/approve', {
    token: fleet.tomas.token,
    params: { id },
    body: { reason: 'Harmless' },
  });
  const run = await agent.next('job.run', (frame) => frame.job_id === id);
  await page.goto(`/jobs/${id}`);
  await heading('Count to three');
  const started_at = new Date().toISOString();
  agent.send({ t: 'ack', id: run.id });
  agent.send({ t: 'job.started', id: 'started', job_id: id, started_at });
  await page.getByText('Running', { exact: true }).first().waitFor();

  await page.getByText('root, bash', { exact: true }).waitFor();
  const running = page.getByText('of at most 1 h');
  const first = await running.innerText();
  await expect.poll(() => running.innerText()).not.toBe(first);

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
  await page.getByText(`Approved by ${fleet.tomas.username}`).waitFor();
  expect(await page.locator('.term pre').textContent()).toBe('one\ntwo <b>three</b>\n');
  expect(await seriousViolations(page)).toEqual([]);
});

test('a running job is cancelled, closed by hand and proposed again', async () => {
  const id = await fleet.propose('Wait for ever');
  await server.ok('POST /api/jobs/:id/approve', { token: fleet.tomas.token, params: { id } });
  await page.goto(`/jobs/${id}`);
  await button('Cancel job').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel job' }).click();
  await page.getByText('Stopping', { exact: true }).first().waitFor();

  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Close by hand…' }).click();
  await page.getByRole('radio', { name: 'Failed' }).click();
  await button('Close the job').click();
  await page.getByText(`Closed by hand by ${fleet.ines.username}`).waitFor();
  await page.getByText(`Cancel asked by ${fleet.ines.username}`).waitFor();

  await button('Propose again…').click();
  await page.getByRole('button', { name: 'Propose', exact: true }).click();
  await page.getByRole('dialog').getByRole('link').click();
  await page.getByText('Waiting for approval').first().waitFor();
});

test('a batch shows every result, groups the same output, and proposes again what failed', async () => {
  const batchId = randomUUID();
  const ended = async (status: JobStatus, stdout: string, exit_code: number) => {
    const device = await createDevice(server.db, fleet.harbour);
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

test('an address that names no job says so', async () => {
  await page.goto('/jobs/nonsense');
  await heading('There is no such job');
  await page.goto(`/jobs/${randomUUID()}`);
  await heading('There is no such job');
  await page.goto('/jobs/batch/nonsense');
  await heading('There is no such job');
  await page.goto('/devices/nonsense');
  await heading('There is no such device');
});

test('the list filters by state, the trail tells who did what', async () => {
  await page.goto('/jobs?status=failed');
  await page.getByRole('link', { name: 'Count to three' }).waitFor();
  const waiting = page.getByRole('table').getByText('Waiting for approval');
  expect(await waiting.count()).toBe(0);
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Every state' }).click();
  await waiting.waitFor();
  expect(new URL(page.url()).search).toBe('');

  // What comes now waits, so that no row moves under the pointer.
  await fleet.propose('Newest of all');
  await button('Show 1 new job').click();
  await page.getByRole('link', { name: 'Newest of all' }).waitFor();

  await page.goto('/');
  await page.getByRole('heading', { name: 'Recent activity' }).waitFor();
  await page.getByRole('img', { name: /^Failed jobs per hour/ }).waitFor();
  expect(await seriousViolations(page)).toEqual([]);

  await page.goto('/audit?action=job.approve');
  await page.getByText(`${fleet.tomas.username} approved Count to three`).waitFor();
  await button('Details').first().click();
  await button('Show everything about it').click();
  await page.waitForURL(({ searchParams }) => /^[0-9a-f-]{36}$/.test(searchParams.get('target') ?? ''));
  expect(await seriousViolations(page)).toEqual([]);
});
