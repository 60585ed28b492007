/** What a check said on a device over time, and how the device was, as an operator reads it. */
import { expect, test } from 'vitest';
import { createCheck } from '../check-fixtures.ts';
import { createDevice, createPerson, createPlace } from '../factories.ts';
import { openConsole, seriousViolations, signedInPage } from './browser.ts';

const { server, browser } = await openConsole();
const person = await createPerson(server.db);
const place = await createPlace(server.db, 'Halvorsen Marine');
const device = await createDevice(server.db, { ...place, hostname: 'hlv-nav01' });
const checkId = await createCheck(server, device.id, {
  name: 'Space of <b>all</b> volumes',
  warn_threshold: 80,
  err_threshold: 90,
});
await fillHistory();
const page = await signedInPage(browser, server, person.token);
/** What the content security policy refused: uPlot places things by style. */
const complaints: string[] = [];
page.on('console', (message) => {
  if (message.text().includes('Content Security Policy')) complaints.push(message.text());
});

/** Ten hours, a reading each minute: rising into a warning and an error, with an hour of silence; and samples beside it. */
async function fillHistory(): Promise<void> {
  const { sql } = server.db;
  await sql`
    insert into check_results (at, device_id, check_id, execution_id, status, value, output, duration_ms)
    select now() - n * interval '1 minute', ${device.id}, ${checkId}, uuidv7(),
      case when v >= 90 then 'error' when v >= 80 then 'warning' else 'ok' end, v, '/ is ' || v || ' % full <i>', 40
    from (select n, round((95 - n / 10.0)::numeric, 1)::float8 as v from generate_series(1, 600) n where n not between 200 and 260) r`;
  await sql`
    insert into device_health (at, device_id, cpu_percent, memory_percent, disk_percent, received_bytes_per_sec, sent_bytes_per_sec)
    select now() - n * interval '1 minute', ${device.id}, 20 + 15 * sin(n / 30.0), 60, 71, 1500000 + n * 100, 40000
    from generate_series(0, 600) n where n not between 200 and 260`;
}

const historyPath = () => `/monitoring/checks/${checkId}/on/${device.id}`;

test('a check is read over time: its value with thresholds, how often it said what, and its last words', async () => {
  await page.goto(historyPath());
  await page.getByRole('heading', { level: 1, name: 'Space of <b>all</b> volumes on hlv-nav01' }).waitFor();
  await page.locator('.tchart canvas').waitFor();
  const chart = page.getByRole('img', { name: /Space of <b>all<\/b> volumes on hlv-nav01: from 35% to 94.9%/ });
  await chart.waitFor();
  await page.getByRole('img', { name: /^Status over time: OK \d/ }).waitFor();
  await page.getByText('/ is 94.9 % full <i>').first().waitFor();
  await page.getByText('warning at 80%, error at 90%').waitFor();
  expect(await seriousViolations(page)).toEqual([]);

  // The arrows say each point in words.
  await chart.focus();
  await page.keyboard.press('ArrowRight');
  await page
    .getByText(/: 3\d(\.\d)?%/)
    .first()
    .waitFor();
  await page.getByText('Show the figures').click();
  await page.getByRole('columnheader', { name: 'Average' }).waitFor();
  expect(await seriousViolations(page)).toEqual([]);

  await page.getByRole('radio', { name: '1 h' }).click();
  await page.waitForURL(/range=1h/);
  await page.getByRole('img', { name: /from 89(\.\d)?% to 94.9%/ }).waitFor();
  await page.getByRole('radio', { name: '90 days' }).click();
  await page.waitForURL(/range=90d/);
  expect(complaints).toEqual([]);
});

test('a phone in the dark shows the same, and a check that is gone says so', async () => {
  const options = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;
  const phone = await signedInPage(browser, server, person.token, options);
  await phone.goto(historyPath());
  await phone.locator('.tchart canvas').waitFor();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await seriousViolations(phone)).toEqual([]);
  await phone.goto(historyPath().replace(checkId, device.id));
  await phone.getByRole('heading', { name: 'This check is gone' }).waitFor();
  await phone.context().close();
});

test('the page of a device shows how it is now and how its day was', async () => {
  await page.goto(`/devices/${device.id}`);
  await page.getByRole('img', { name: /^Processor over the last 24 hours: from \d/ }).waitFor();
  await page.getByRole('img', { name: /^Network over the last 24 hours: from 1.5 MB\/s to 1.6 MB\/s/ }).waitFor();
  await page.getByText('60% used').waitFor();
  await page.getByText('40 kB/s sent').waitFor();
  expect(await page.locator('canvas').count()).toBe(0);
  expect(await seriousViolations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
