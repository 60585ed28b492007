/** AI applications: approved, removed, judged by a policy, connected; and ended by the people they act for. */
import { expect, test } from 'vitest';
import { createApplication, createGrant } from '../applications.ts';
import { createPerson, createPlace } from '../factories.ts';
import { openConsole, seriousViolations, signedInPage } from './browser.ts';

const { server, browser } = await openConsole({
  RMM_MCP_OAUTH_ENABLED: 'true',
  RMM_MCP_PUBLIC_URL: 'https://mcp.example.com',
});
const page = await signedInPage(browser, server, (await createPerson(server.db)).token);
const person = await createPerson(server.db, { role: 'tech' });
const claude = await createApplication(server.db, { name: 'Claude', hosts: ['claude.ai', 'claude.com'] });
await createApplication(server.db, { name: 'Cursor', hosts: ['cursor:', 'localhost', 'www.cursor.com'] });
await createApplication(server.db, { name: 'Desk helper', hosts: ['desk.example'] });
await createGrant(server.db, { application: claude.id, user: person.id });

const button = (name: string | RegExp) => page.getByRole('button', { name });
const dialog = () => page.getByRole('alertdialog');
/** Looked at by whoever changes the page: SHOTS=<folder>. */
const shot = async (name: string, of = page) => {
  if (process.env.SHOTS) await of.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
};

test('one that begins to wait shows live, on the rail too, and is approved in place', async () => {
  await page.goto('/ai/applications');
  await page.getByRole('heading', { name: 'Registered applications' }).waitFor();
  const waiting = await createApplication(server.db, { name: 'Claude Code', hosts: ['localhost'], status: 'pending' });
  server.ctx.emit({ type: 'changed', noun: 'oauth_apps', ids: [waiting.id] });
  await page.getByRole('heading', { name: 'Waiting for approval' }).waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByText('1 AI application waits for approval').waitFor();
  await button('Approve Claude Code').click();
  await page.getByText('Claude Code is approved').waitFor();
  await page.getByRole('heading', { name: 'Waiting for approval' }).waitFor({ state: 'detached' });
  const { oauth_apps } = await server.ok('GET /api/oauth-apps');
  expect(oauth_apps.find(({ id }) => id === waiting.id)?.status).toBe('approved');
});

test('beside a long name the answers stay in one line, and who returns to this computer says so', async () => {
  const name = 'An application that says of itself all that it can do for everybody who lets it '.repeat(2).trim();
  const { id } = await createApplication(server.db, { name, hosts: ['localhost'], status: 'pending' });
  await page.goto('/ai/applications');
  await page.getByRole('row', { name }).getByText('on the user’s own computer').waitFor();
  const places = await Promise.all(['Approve', 'Remove'].map((act) => button(`${act} ${name}`).boundingBox()));
  expect(new Set(places.map((place) => place && Math.round(place.y + place.height / 2))).size).toBe(1);
  await server.ok('DELETE /api/oauth-apps/:id', { params: { id } });
});

test('one of an unknown host is marked, and approved only after a question', async () => {
  const name = '<img src=x onerror=alert(1)> \u202efdp';
  const { id } = await createApplication(server.db, { name, hosts: ['evil.example'], status: 'pending' });
  await page.goto(`/ai/applications?app=${id}`);
  const details = page.getByRole('dialog');
  await details.getByText('Unknown host').waitFor();
  await details.getByText('https://evil.example/callback').waitFor();
  await shot('details');
  await details.getByRole('button', { name: 'Approve' }).click();
  await dialog().getByText('It sends people back to evil.example.').waitFor();
  expect(await dialog().getByRole('heading').textContent()).not.toContain('\u202e');
  await shot('approve-unknown');
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  expect(await server.db.sql`select status from oauth_applications where id = ${id}`).toEqual([{ status: 'pending' }]);
  await shot('list');
  expect(await seriousViolations(page)).toEqual([]);
});

test('one is removed after saying whose tokens end', async () => {
  await button(/^Remove Claude$/).click();
  await dialog().getByText('1 active token ends at once.').waitFor();
  await dialog().getByText(person.username).waitFor();
  await shot('remove');
  await dialog().getByRole('button', { name: 'Remove the application' }).click();
  await page.getByText('Claude is removed').waitFor();
  expect(await server.db.sql`select 1 from oauth_tokens`).toHaveLength(0);
});

test('the policy lists hosts, says what is no host, and shuts others out', async () => {
  await page.getByRole('tab', { name: 'Who may register' }).click();
  await page.getByText('Only applications of listed hosts').click();
  expect(await button('Save').isDisabled()).toBe(true);
  await page.getByLabel('Host', { exact: true }).fill('https://claude.ai');
  await page.keyboard.press('Enter');
  await page.getByText('without https://').waitFor();
  await page.getByLabel('Host', { exact: true }).fill('*.Cursor.com');
  await page.keyboard.press('Enter');
  await button('Take out *.cursor.com').waitFor();
  await button('localhost').click();
  await page.getByText('New applications wait for approval').click();
  await shot('policy');
  expect(await seriousViolations(page)).toEqual([]);
  await button('Save').click();
  await page.getByText('The policy is saved').waitFor();
  const { policy } = await server.ok('GET /api/oauth-apps');
  expect(policy).toEqual({
    registration: 'allowed_hosts',
    allowed_hosts: ['*.cursor.com', 'localhost'],
    require_approval: true,
  });
  await page.reload();
  await button('Take out localhost').waitFor();
  await page.getByRole('tab', { name: 'Applications', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: 'Desk helper' });
  await row.getByText('Not on the list of hosts').waitFor();
  await page.getByRole('row').filter({ hasText: 'www.cursor.com' }).getByText('Approved').waitFor();
});

test('how to connect stands there with the address, and follows the choice in the URL', async () => {
  await page.goto('/ai/applications?tab=connect');
  await page.getByText('claude mcp add --transport http muster https://mcp.example.com/mcp').waitFor();
  await page.getByLabel('Application', { exact: true }).click();
  await page.getByRole('option', { name: 'VS Code' }).click();
  await page.getByRole('radio', { name: 'API token' }).click();
  await page.waitForURL(/client=vscode&way=token$/);
  await page.getByText('promptString').waitFor();
  await shot('connect');
  expect(await seriousViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await shot('connect-narrow');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.goto('/ai/applications');
  await page.getByText('Desk helper').waitFor();
  await shot('list-narrow');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.goto('/ai/applications?tab=policy');
  await button('Take out localhost').waitFor();
  await shot('policy-narrow');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('the way to a token from there makes one for AI applications only', async () => {
  await page.goto('/ai/applications?tab=connect&way=token');
  await page.getByRole('link', { name: 'New API token' }).click();
  expect(await page.getByRole('checkbox', { name: 'AI applications only' }).isChecked()).toBe(true);
  await page.goto('/settings/tokens/new');
  expect(await page.getByRole('checkbox', { name: 'AI applications only' }).isChecked()).toBe(false);
});

test('people see what acts for them, and end it', async () => {
  const { id } = await createApplication(server.db, { name: 'Claude again' });
  await createGrant(server.db, { application: id, user: person.id });
  const theirs = await signedInPage(browser, server, person.token);
  await theirs.goto('/account');
  await theirs.getByRole('button', { name: 'End Claude again' }).waitFor();
  await shot('account', theirs);
  await theirs.getByRole('button', { name: 'End Claude again' }).click();
  await theirs.getByText('Claude again no longer acts for you').waitFor();
  await theirs.getByText('None. When you connect').waitFor();
  expect(await server.db.sql`select 1 from oauth_families where user_id = ${person.id}`).toHaveLength(0);
  await theirs.goto('/ai/applications');
  await theirs.getByText('Address of the MCP endpoint').first().waitFor();
  expect(await theirs.getByRole('tab').count()).toBe(0);
  expect(await seriousViolations(theirs)).toEqual([]);
  await theirs.context().close();
});

test('with an access scope the list is for reading, and there is no policy', async () => {
  const { client_id } = await createPlace(server.db);
  const scoped = await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: client_id }] });
  const theirs = await signedInPage(browser, server, scoped.token);
  await theirs.goto('/ai/applications?tab=policy');
  await theirs.getByText('Desk helper').waitFor();
  expect(await theirs.getByRole('button', { name: /^(Approve|Remove)/ }).count()).toBe(0);
  expect(await theirs.getByRole('tab', { name: 'Who may register' }).count()).toBe(0);
  await theirs.context().close();
});
