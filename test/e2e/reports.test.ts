/** Reports in a browser: four of them, of a place, as a file and on paper. TEST_SHOTS keeps pictures of them. */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createPerson, createPlace } from '../factories.ts';
import { deviceWith, report } from '../handlers/reports/fleet.ts';
import { openConsole, seriousViolations, signedInPage } from './browser.ts';

const { server, browser } = await openConsole();
const here = await createPlace(server.db, 'Kestrel Logistics');
const there = await createPlace(server.db, 'Heron Works');
for (let n = 1; n <= 12; n++) {
  const device = await deviceWith(
    server,
    {
      ...(n % 3 ? here : there),
      hostname: `host-${String(n).padStart(2, '0')}`,
      status: n % 4 ? 'online' : 'offline',
    },
    [
      ['openssl', `3.0.${n % 3}`],
      ['bash', '5.2'],
      [`=odd-${n}`, '1'],
    ],
  );
  await report(
    server,
    device,
    {
      name: 'system',
      data: { manufacturer: 'Dell Inc.', model: 'OptiPlex 7010', serial: `SN-${n}`, uuid: 'u', virtual: n % 5 === 0 },
    },
    { name: 'cpu', data: { model: 'Intel Core i5-13500', cores: 14, threads: 20 } },
    { name: 'memory', data: { memory_bytes: 17_179_869_184 } },
    {
      name: 'disks',
      data: [{ name: 'nvme0n1', model: 'Samsung PM9A1', serial: 's', size_bytes: 512_110_190_592, kind: 'ssd' }],
    },
    { name: 'volumes', data: [{ mount: '/', fs: 'ext4', size_bytes: 500_000_000_000, used_bytes: 123_000_000_000 }] },
  );
}
await server.db
  .sql`update devices set needs_reboot = true, logged_in_user = 'anna' where hostname in ('host-02', 'host-05')`;

const shot = async (page: Page, name: string) => {
  if (process.env.TEST_SHOTS) await page.screenshot({ path: `${process.env.TEST_SHOTS}/${name}.png`, fullPage: true });
};
const rows = (page: Page) => page.locator('tbody tr');

test('four reports, of everything or of a place, with the devices behind a program', async () => {
  const page = await signedInPage(browser, server, (await createPerson(server.db)).token);
  await page.goto('/');
  await page.getByRole('link', { name: 'Reports' }).click();
  await page.getByRole('cell', { name: 'openssl' }).waitFor();
  expect(await page.getByText('14 entries').count()).toBeGreaterThan(0);
  await shot(page, 'software');
  await page.getByRole('button', { name: 'openssl' }).click();
  await page.getByRole('link', { name: 'host-01' }).waitFor();
  expect(await rows(page).count()).toBe(12);
  await page.getByRole('button', { name: 'All programs' }).click();
  await page.getByRole('cell', { name: 'openssl' }).waitFor();
  await page.getByRole('searchbox', { name: 'Find in this report' }).fill('bash');
  await page.getByRole('cell', { name: 'openssl' }).waitFor({ state: 'detached' });
  await page.getByRole('cell', { name: 'bash' }).waitFor();
  expect(await rows(page).count()).toBe(1);
  await page.getByRole('searchbox', { name: 'Find in this report' }).fill('');
  await page.getByRole('radio', { name: 'Hardware' }).click();
  await page.getByText('Dell Inc. OptiPlex 7010').first().waitFor();
  await shot(page, 'hardware');
  await page.getByRole('radio', { name: 'Machines' }).click();
  await page.getByText('Pending').first().waitFor();
  expect(await rows(page).count()).toBe(12);
  await shot(page, 'machines');
  await page.getByRole('radio', { name: 'Compliance' }).click();
  await page.getByRole('button', { name: 'Kestrel Logistics' }).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await shot(page, 'compliance');
  await page.goto(`/reports?report=machines&scope=client&id=${here.client_id}`);
  await page.getByRole('link', { name: 'host-01' }).waitFor();
  expect(await rows(page).count()).toBe(8);
  await page.context().close();
});

test('a report and the trail are saved whole, without a formula in them', async () => {
  const page = await signedInPage(browser, server, (await createPerson(server.db)).token, { acceptDownloads: true });
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker')); // a dialog of the system, which no test can answer
  const save = async (path: string) => {
    await page.goto(path);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ]);
    const read: Record<string, string>[] = parse(readFileSync(await download.path()), { bom: true, columns: true });
    return { name: download.suggestedFilename(), read };
  };
  const software = await save('/reports?report=software&q=odd');
  expect(software.name).toMatch(/^muster-software-\d{4}-\d\d-\d\d\.csv$/);
  expect(software.read.map(({ name }) => name)).toContain("'=odd-1");
  expect(software.read).toHaveLength(12);
  const trail = await save('/audit?action=export.download');
  expect(trail.read).toMatchObject([{ action: 'export.download' }, { action: 'export.download' }]);
  await page.context().close();
});

test('paper has the report with its head, and nothing of what stands around it', async () => {
  const page = await signedInPage(browser, server, (await createPerson(server.db)).token, {
    viewport: { width: 1100, height: 800 },
  });
  await page.goto(`/reports?report=machines&scope=client&id=${here.client_id}`);
  await page.getByRole('link', { name: 'host-01' }).waitFor();
  expect(await page.locator('.print-head').isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  const head = page.locator('.print-head');
  expect(await head.isVisible()).toBe(true);
  await expect
    .poll(() => head.innerText())
    .toMatch(/Machines\n+.*127\.0\.0\.1.* · Kestrel Logistics · .*20\d\d.* · 8 entries/s);
  for (const around of ['.rail', '.top', '.filters', '.page-head'])
    expect(await page.locator(around).first().isVisible()).toBe(false);
  await shot(page, 'paper');
  const [paper, table] = await Promise.all([page.locator('.page').boundingBox(), page.locator('table').boundingBox()]);
  expect(table?.width ?? 0).toBeLessThanOrEqual((paper?.width ?? 0) + 1);
  await page.context().close();
});

test('who may see patches alone gets compliance alone; who may see neither has no reports', async () => {
  const patches = await signedInPage(
    browser,
    server,
    (await createPerson(server.db, { permissions: ['patches.view'] })).token,
  );
  await patches.goto('/reports');
  await patches.getByRole('heading', { name: 'How the score comes about' }).waitFor();
  expect(await patches.getByRole('radio').count()).toBe(0);
  await patches.context().close();
  const nobody = await signedInPage(
    browser,
    server,
    (await createPerson(server.db, { permissions: ['devices.view'] })).token,
  );
  await nobody.goto('/devices');
  await nobody.getByRole('link', { name: 'Devices', exact: true }).waitFor();
  expect(await nobody.getByRole('link', { name: 'Reports' }).count()).toBe(0);
  await nobody.context().close();
});
