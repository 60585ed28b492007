/** A task from its form to its approval and its run, as operators do it in a browser. */
import { expect, test } from 'vitest';
import { withoutJobsManage } from '../domain/standing-approvals/scene.ts';
import { createPerson } from '../factories.ts';
import { seriousViolations, signedInPage } from './browser.ts';
import { startFleet } from './fleet-page.ts';

const fleet = await startFleet();
const { server, browser, page, harbour } = fleet;
const policy = await server.ok('POST /api/policies', { body: { name: 'Vessels' } });
await server.ok('POST /api/policies/:id/assignments', {
  params: { id: policy.id },
  body: { scope_type: 'client', scope_id: harbour.client_id },
});
await server.ok('POST /api/scripts', {
  body: {
    name: 'Clear old logs',
    shell: 'bash',
    body: 'find /var/log -mtime +$DAYS -delete\n',
    parameters: [{ name: 'DAYS', type: 'number', default: '30' }],
  },
});

const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const button = (name: string | RegExp) => page.getByRole('button', { name });
const shot = async (name: string, of = page) => {
  const folder = process.env.TEST_SHOTS;
  if (folder) await of.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
};

test('a task is made with a schedule that says when it runs, and run now', { timeout: 60_000 }, async () => {
  await page.goto('/monitoring/tasks');
  await page.getByText('No task yet').waitFor();
  await page.getByRole('link', { name: 'New task' }).click();
  await heading('New task');
  await page.getByRole('combobox', { name: 'Policy' }).fill('Vess');
  await page.getByRole('option', { name: /Vessels/ }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Nightly clean-up');
  await page.getByRole('combobox', { name: 'Script of the library', exact: true }).fill('Clear');
  await page.getByRole('option', { name: /Clear old logs/ }).click();
  await page.getByRole('radio', { name: 'Weekly' }).click();
  await page.getByRole('textbox', { name: 'Times' }).fill('02:30, 14:00');
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Asia/Kath');
  await page.getByRole('option', { name: 'Asia/Kathmandu' }).click();
  await page.getByText(/Mon, Tue, Wed, Thu and Fri at 02:30 and 14:00, Asia\/Kathmandu/).waitFor();
  await page.getByRole('columnheader', { name: 'In Asia/Kathmandu' }).waitFor();
  expect(await page.getByRole('region', { name: 'Next runs' }).getByRole('row').count()).toBe(6);
  expect(await seriousViolations(page)).toEqual([]);
  await shot('task-form');
  await button('Create task').click();

  await heading('Nightly clean-up');
  await page.getByText('Approved').first().waitFor();
  await button('Run now').click();
  await page.getByText('Run “Nightly clean-up” on 1 device?').waitFor();
  await shot('task-run');
  await button('Run on 1 device').click();
  await page.getByText('1 job started.').waitFor();
  await page.getByRole('cell', { name: `by ${fleet.ines.username}` }).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await shot('task-page');

  await page.goto('/monitoring/calendar');
  await heading('Calendar');
  const runs = page.getByRole('link', { name: 'Nightly clean-up' });
  await runs.first().waitFor();
  await page.keyboard.press('j');
  await page.waitForURL(/from=/);
  await expect.poll(() => runs.count()).toBe(10); // of this week, some may be over
  expect(await seriousViolations(page)).toEqual([]);
  await shot('calendar');
});

test('what somebody changes who may not approve waits, and is approved by what changed', async () => {
  const { server } = fleet;
  const editor = await createPerson(server.db, { permissions: withoutJobsManage });
  const { tasks } = await server.ok('GET /api/tasks');
  const [task] = tasks;
  const { scripts } = await server.ok('GET /api/scripts', { query: { q: 'Clear old logs' } });
  await server.ok('PUT /api/scripts/:id', {
    params: { id: scripts[0]?.id ?? '' },
    body: { body: 'find /var/log -mtime +$DAYS -delete\nreboot\n' },
    token: editor.token,
  });
  expect(task?.approval).toBe('approved');

  await page.goto('/approvals');
  await page.getByRole('heading', { name: 'To run without asking' }).waitFor();
  await shot('approvals');
  await page.getByRole('link', { name: 'Review “Nightly clean-up”' }).click();
  await heading('Nightly clean-up');
  await page.getByText('Its library script was changed').waitFor();
  await page.getByText(`against what ${fleet.ines.username} approved`).waitFor();
  await page.getByRole('table').getByText('reboot').first().waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await shot('standing');

  // While it is read, somebody changes it again: that is shown, and nothing is approved before it was looked at.
  await server.ok('PUT /api/tasks/:id', {
    params: { id: task?.id ?? '' },
    body: { args: ['--evil'] },
    token: editor.token,
  });
  await page.getByText('--evil').waitFor();
  expect(await button('Approve').isDisabled()).toBe(true);
  await button('I have looked at it').click();
  await button('Approve').click();
  await page.getByText('“Nightly clean-up” approved.').waitFor();
  await page.getByText('Approved', { exact: true }).first().waitFor();
  await page.goto('/approvals/standing');
  await page.getByRole('link', { name: 'Nightly clean-up' }).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await shot('standing-list');
});

test('on a narrow screen, in German and dark, all of it stays usable', async () => {
  const narrow = await signedInPage(browser, fleet.server, fleet.ines.token, {
    ...{ locale: 'de-DE', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  });
  for (const [path, name] of [
    ['/monitoring/tasks', 'Aufgaben'],
    ['/monitoring/calendar', 'Kalender'],
    ['/approvals/standing', 'Dauerfreigaben'],
  ] as const) {
    await narrow.goto(path);
    await narrow.getByRole('heading', { level: 1, name }).waitFor();
    await narrow.getByRole('link', { name: 'Nightly clean-up' }).first().waitFor();
    expect(await seriousViolations(narrow)).toEqual([]);
    await shot(`narrow${path.replaceAll('/', '-')}`, narrow);
  }
});
