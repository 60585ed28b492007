/** The script library in a browser: written in the editor, saved in versions, and run on devices with its parameters. */
import { expect, test } from 'vitest';
import { seriousViolations } from './browser.ts';
import { startFleet } from './fleet-page.ts';

const fleet = await startFleet();
const { server, page } = fleet;
const complaints: string[] = [];
page.on('console', (message) => {
  if (/Content Security Policy|Refused to/.test(message.text())) complaints.push(message.text());
});

const shot = async (name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
};
const button = (name: string | RegExp) => page.getByRole('button', { name });
const editor = () => page.getByRole('textbox', { name: 'Text', exact: true });
const idOf = async (name: string) => {
  const [row] = await server.db.sql<{ id: string }[]>`select id from scripts where name = ${name}`;
  return row?.id ?? '';
};

test('the library is grouped by category and found by a word', async () => {
  await page.goto('/scripts');
  await page.getByRole('heading', { level: 2, name: 'Network' }).waitFor();
  await shot('scripts-list');
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole('searchbox', { name: 'Find a script' }).fill('listening ports');
  await page.getByRole('link', { name: 'List listening ports' }).waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
});

test('a script is written in the editor, whose colours and lines keep to the policy, and which the keyboard leaves', async () => {
  await page.goto('/scripts/new');
  await page.getByRole('textbox', { name: 'Name' }).fill('Greet somebody');
  await page.getByRole('combobox', { name: 'Category' }).fill('Greetings');
  await editor().click();
  await page.keyboard.type('# says hello\nif true; then\necho "Hello $WHO"');
  await page.keyboard.press('Tab');
  expect(await editor().evaluate((at) => at.getRootNode() instanceof ShadowRoot && at.matches(':focus'))).toBe(true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  expect(await editor().evaluate((at) => at.matches(':focus'))).toBe(false);
  const colour = () =>
    page
      .getByText('# says hello')
      .last()
      .evaluate((at) => getComputedStyle(at).color);
  const plain = await editor().evaluate((at) => getComputedStyle(at).color);
  await expect.poll(colour).not.toBe(plain); // a language comes after the editor

  await button('Add a parameter').click();
  await page.getByRole('textbox', { name: 'Variable' }).fill('WHO');
  await page.getByRole('checkbox', { name: 'Required' }).check({ force: true });
  await shot('script-new');
  expect(await seriousViolations(page)).toEqual([]);
  await button('Create the script').click();
  await page.getByRole('heading', { level: 1, name: 'Greet somebody' }).waitFor();
  const { body, parameters } = await server.ok('GET /api/scripts/:id', {
    params: { id: await idOf('Greet somebody') },
  });
  expect(body).toMatch(/^# says hello\nif true; then\n +echo "Hello \$WHO" *$/);
  expect(parameters).toMatchObject([{ name: 'WHO', type: 'text', required: true }]);
  expect(complaints).toEqual([]);
});

test('it is saved as a new version, compared with the one before, and brought back', async () => {
  await page.goto(`/scripts/${await idOf('Greet somebody')}`);
  await editor().click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\necho bye');
  await button('Save as a new version').click();
  await page.getByRole('tab', { name: 'Versions 2' }).click();
  await page.getByText('echo bye').waitFor();
  await shot('script-versions');
  expect(await seriousViolations(page)).toEqual([]);
  await button('Version 1').click();
  await button('Restore').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('tab', { name: 'Versions 3' }).waitFor();
});

test('a save over somebody else\u2019s is refused, and nothing of either is lost unasked', async () => {
  const id = await idOf('Greet somebody');
  await page.goto(`/scripts/${id}`);
  await editor().click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\necho mine');
  await server.ok('PUT /api/scripts/:id', { params: { id }, body: { description: 'Theirs' } });
  await page.getByText('Somebody else saved this script meanwhile.').waitFor();
  await shot('script-overtaken');
  const refused = page.waitForResponse((response) => response.request().method() === 'PUT');
  await button('Save as a new version').click();
  expect((await refused).status()).toBe(409);
  await page.getByText('echo mine').waitFor();
  expect((await server.ok('GET /api/scripts/:id', { params: { id } })).body).not.toContain('mine');
  await button('Drop mine and show theirs').click();
  expect(await page.getByText('echo mine').count()).toBe(0);
});

test('categories are added, merged and deleted in one dialog', async () => {
  await page.goto('/scripts');
  await button('Categories').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'New category' }).fill('Welcome');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.getByRole('button', { name: 'Rename Greetings' }).click();
  await dialog.getByRole('textbox', { name: 'Name of the category' }).fill('welcome');
  await dialog.getByText('Welcome exists: both become one.').waitFor();
  await shot('script-categories');
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await dialog.getByRole('button', { name: 'Delete Greetings' }).waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Delete Welcome' }).click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByRole('button', { name: 'Delete Welcome' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 2, name: 'Without a category' }).waitFor();
});

test('from its page it is proposed for devices, asked for its parameters, and the approval shows them', async () => {
  await page.goto(`/scripts/${await idOf('Greet somebody')}`);
  await button('Run…').click();
  await page.getByRole('searchbox', { name: 'Find devices' }).fill('pfs-lab-pc1');
  await page.getByText('pfs-lab-pc2', { exact: true }).waitFor({ state: 'detached' });
  await page.getByText('pfs-lab-pc10', { exact: true }).click();
  await page.getByText('pfs-lab-pc11', { exact: true }).click();
  await shot('script-devices');
  await button('Go on').click();
  await page.getByRole('textbox', { name: 'WHO' }).fill('Ada L.');
  await shot('script-run');
  expect(await seriousViolations(page)).toEqual([]);
  await button('Propose').click();
  await page.getByRole('dialog').getByRole('link', { name: 'Open the approval' }).click();
  await page.getByText('Ada L.', { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Arguments and variables' }).waitFor();
  await shot('script-approval');
  expect(await seriousViolations(page)).toEqual([]);
});

test('from a device a library script is chosen by name, and a wrong value is told at its field', async () => {
  await page.goto(`/devices/${fleet.ship.id}`);
  await button('Run script').first().click();
  await page.getByRole('combobox', { name: 'Script of the library' }).fill('Certificate');
  await page.getByRole('option', { name: /^Certificate expiry/ }).click();
  await page.getByRole('textbox', { name: 'HOST' }).fill('a.example');
  await page.getByRole('textbox', { name: 'PORT' }).fill('many');
  await button('Propose').click();
  await page.getByText('Must be a number.').waitFor();
  await shot('device-run');
  await page.getByRole('textbox', { name: 'PORT' }).fill('8443');
  await button('Propose').click();
  await page.getByRole('dialog').getByText('runs it once somebody approves it').waitFor();
  expect(complaints).toEqual([]);
});
