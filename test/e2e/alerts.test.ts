/** Alerts as an operator works with them: found, opened, decided on, silenced; and a maintenance window. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { observe } from '../../domain/alerts/observe.ts';
import { createAlert, createDevice, createJob, createPerson, createPlace } from '../factories.ts';
import { openConsole, seriousViolations, signedInPage } from './browser.ts';

const HOSTILE = `<img src=x onerror="document.title='taken'"> ${'\u202e'}full`;

const { server, browser } = await openConsole();
const place = await createPlace(server.db, 'Acme');
const device = await createDevice(server.db, { ...place, hostname: 'files-01' });
const boss = await createPerson(server.db);

const shoot = (page: Page, name: string) =>
  process.env.SHOTS ? page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true }) : undefined;
const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

/** An alert of a check that is really there, as its readings raise it. */
async function raise(name: string, severity: 'warning' | 'error', message: string): Promise<void> {
  const { id } = await server.ok('POST /api/checks', {
    body: { type: 'diskspace', name, agent_id: device.id, warn_threshold: 90, err_threshold: 95 },
  });
  await observe(server.ctx, [
    {
      conditionKey: `check:${id}:${device.id}`,
      kind: 'check',
      sourceId: id,
      agentId: device.id,
      severity,
      title: name,
      message,
      observedValue: severity === 'error' ? 97.25 : 91.5,
      thresholdValue: severity === 'error' ? 95 : 90,
      key: null,
      at: server.ctx.now(),
    },
  ]);
}

test('an alert is found in the list, opened, acknowledged, noted and resolved', async () => {
  await raise('Disk of the file server', 'error', HOSTILE);
  await raise('Memory', 'warning', 'at 91.5 %');
  await createJob(server.db, device, { status: 'completed', description: 'Clean up' });
  const page = await signedInPage(browser, server, boss.token);
  await page.goto('/');
  await page.getByRole('heading', { name: 'Open alerts' }).waitFor();
  await shoot(page, 'overview');
  await page.getByRole('link', { name: /Alerts.*2 open alerts/ }).click();
  await rowOf(page, 'Disk of the file server').waitFor();
  await shoot(page, 'list');
  expect(await seriousViolations(page)).toEqual([]);

  await page.getByLabel('Severity').click();
  await page.getByRole('option', { name: 'Errors' }).click();
  await rowOf(page, 'Memory').waitFor({ state: 'detached' });
  expect(page.url()).toContain('severity=error');

  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Disk of the file server' }).click();
  await page.getByRole('heading', { level: 1, name: 'Disk of the file server' }).waitFor();
  await page.getByText('Clean up').waitFor();
  await page.getByText('onerror=').waitFor();
  expect(await page.title()).not.toContain('taken');
  await shoot(page, 'alert');
  expect(await seriousViolations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Acknowledge' }).click();
  await page.getByText('Acknowledged', { exact: true }).first().waitFor();
  await page.getByLabel('Note').fill('ordered a bigger disk');
  await page.getByRole('button', { name: 'Add the note' }).click();
  await page.getByRole('listitem').filter({ hasText: 'ordered a bigger disk' }).waitFor();
  await page.getByRole('button', { name: 'Resolve' }).click();
  await page.getByRole('button', { name: 'Resolve' }).waitFor({ state: 'detached' });
  await shoot(page, 'alert-resolved');
  await page.context().close();
});

test('somebody who was slower is told, and sees what the other did', async () => {
  const id = await createAlert(server.db, device, { title: 'Raced' });
  const page = await signedInPage(browser, server, boss.token);
  await page.goto(`/alerts/${id}`);
  const button = page.getByRole('button', { name: 'Acknowledge' });
  await button.waitFor();
  // Without a hint: the page still shows what was.
  await server.db.sql`update alerts set status = 'acknowledged', version = 2, acknowledged_at = now() where id = ${id}`;
  await button.click();
  await page.getByText('Somebody else was quicker').waitFor();
  await button.waitFor({ state: 'detached' });
  await page.context().close();
});

test('several are picked by key and silenced at once', async () => {
  const titles = ['Picked one', 'Picked two'];
  for (const title of titles) await createAlert(server.db, device, { title });
  const page = await signedInPage(browser, server, boss.token);
  await page.goto('/alerts?q=Picked');
  await rowOf(page, 'Picked two').waitFor();
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
  const bar = page.getByRole('toolbar', { name: 'Picked alerts' });
  await bar.getByText('2 alerts').waitFor();
  await shoot(page, 'bulk');
  await bar.getByRole('button', { name: 'Silence' }).click();
  await page.getByRole('menuitem', { name: 'For 4 hours' }).click();
  await rowOf(page, 'Picked one').getByText('Silenced').waitFor();
  await rowOf(page, 'Picked two').getByText('Silenced').waitFor();
  await page.context().close();
});

test('a weekly maintenance window is set for a place, and ended', async () => {
  const page = await signedInPage(browser, server, boss.token);
  await page.goto('/alerts/windows');
  await page.getByRole('button', { name: 'New window' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Sunday updates');
  await dialog.getByRole('treeitem', { name: /Acme/ }).first().click();
  await dialog.getByText('Every week').click();
  await dialog.getByRole('button', { name: 'Wednesday' }).click();
  await shoot(page, 'window-form');
  expect(await seriousViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Open the window' }).click();
  const row = rowOf(page, 'Sunday updates');
  await row.getByText('Acme').waitFor();
  await row.getByText(/Wed, Sun 22:00/).waitFor();
  await shoot(page, 'windows');
  expect(await seriousViolations(page)).toEqual([]);
  await row.getByRole('button', { name: 'End' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End' }).click();
  await row.waitFor({ state: 'detached' });
  await page.context().close();
});

test('a device says what is wrong with it, and leads to its maintenance', async () => {
  const page = await signedInPage(browser, server, boss.token);
  await page.goto(`/devices/${device.id}`);
  await page.getByRole('heading', { name: 'Alerts now' }).waitFor();
  await shoot(page, 'device');
  await page.getByRole('link', { name: 'Plan maintenance' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('status').getByText('files-01').waitFor();
  await dialog.getByRole('button', { name: 'Open the window' }).click();
  await rowOf(page, 'files-01').getByText('Active').waitFor();
  await page.context().close();
});

test('list, alert and windows fit a phone', async () => {
  const id = await createAlert(server.db, device, { title: 'Seen on a phone', message: 'x'.repeat(500) });
  await server.ok('POST /api/alert-suppressions', {
    body: { kind: 'silence', ends_at: new Date(Date.now() + 3_600_000).toISOString(), reason: 'y'.repeat(300) },
  });
  const page = await signedInPage(browser, server, boss.token, { viewport: { width: 390, height: 844 } });
  for (const path of ['/alerts', `/alerts/${id}`, '/alerts/windows']) {
    await page.goto(path);
    const shown = page.getByText(path === '/alerts/windows' ? 'All devices' : 'Seen on a phone');
    await shown.filter({ visible: true }).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await shoot(page, `phone${path.replaceAll('/', '-').slice(0, 16)}`);
    expect(await seriousViolations(page)).toEqual([]);
  }
  await page.context().close();
});
