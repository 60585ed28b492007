/** Settings, Mail: the server for accounts is tried, the one for alerts set, tried, changed and removed. */
import { afterAll, expect, test } from 'vitest';
import { createPerson, createPlace } from '../factories.ts';
import { startMailServer } from '../smtp.ts';
import { openConsole, seriousViolations, signedInPage, startConsole } from './browser.ts';

const smtp = await startMailServer();
afterAll(() => smtp.stop());
const { server, browser } = await openConsole({ ...smtp.env, RMM_SMTP_ALERTS_ALLOW_PRIVATE: 'true' });
const admin = await createPerson(server.db);
await server.db.sql`update users set email = 'admin@example.com' where id = ${admin.id}`;
const page = await signedInPage(browser, server, admin.token);

const section = (name: string) => page.locator('section').filter({ has: page.getByRole('heading', { name }) });
const button = (name: string) => page.getByRole('button', { name });
const isAccessible = async () => expect(await seriousViolations(page)).toEqual([]);
const stored = () => server.ok('GET /api/config/smtp/alerts');

test('the server for accounts is shown and sends a test; its refusal is quoted', async () => {
  await page.goto('/settings/mail');
  const accounts = section('Mail about accounts');
  await accounts.getByText(`127.0.0.1:${smtp.port}`).waitFor();
  await accounts.getByText('Muster <muster@example.com>').waitFor();
  await accounts.getByRole('button', { name: 'Send test' }).click();
  await accounts.getByText('The server took the mail to admin@example.com.').waitFor();
  expect(await smtp.mailsTo('admin@example.com')).toHaveLength(1);
  smtp.behave('refuse_recipient');
  await accounts.getByRole('button', { name: 'Send test' }).click();
  await accounts.getByText('550 no such mailbox here').waitFor();
  smtp.behave('accept');
});

test('the server for alerts is set, tried and signed in to', async () => {
  const alerts = section('Alert mail');
  await alerts.getByText('Not set up').waitFor();
  await alerts.getByLabel('Server').fill('127.0.0.1');
  await alerts.getByLabel('Port').fill(String(smtp.port));
  await alerts.getByRole('button', { name: /^Encryption/ }).click();
  await page.getByRole('option', { name: 'None' }).click();
  await alerts.getByText('cross the network readable').waitFor();
  await alerts.getByLabel('User name').fill('muster');
  await alerts.getByLabel('Password').fill('relay-password');
  await alerts.getByLabel('Sender').fill('Alerts');
  await button('Save').click();
  await alerts.getByText('must be an address').waitFor();
  await alerts.getByLabel('Sender').fill('Alerts <alerts@example.com>');
  await button('Save').click();
  await page.getByText('The server for alerts is saved').waitFor();
  await alerts.getByText('On', { exact: true }).waitFor();
  expect(await alerts.getByLabel('Password').inputValue()).toBe('');
  await alerts.getByRole('button', { name: 'Send test' }).click();
  await alerts.getByText('The server took the mail to admin@example.com.').waitFor();
  expect(smtp.mails.at(-1)).toMatchObject({
    from: 'alerts@example.com',
    user: { username: 'muster', password: 'relay-password' },
  });
  await isAccessible();
});

test('the password stays while the server does, and is asked for when it changes', async () => {
  const alerts = section('Alert mail');
  await alerts.getByText('Stored. Leave it empty to keep it.').waitFor();
  await alerts.getByText('Mail alerts', { exact: true }).click();
  await button('Save').click();
  await alerts.getByText('Off', { exact: true }).waitFor();
  expect(await stored()).toMatchObject({ enabled: false, password_set: true });
  await alerts.getByLabel('Server').fill('localhost');
  await alerts.getByText('Enter it again').waitFor();
  expect(await button('Save').isDisabled()).toBe(true);
  expect(await alerts.getByRole('button', { name: 'Send test' }).isDisabled()).toBe(true);
  await alerts.getByLabel('Password').fill('relay-password');
  await button('Save').click();
  await expect.poll(stored).toMatchObject({ host: 'localhost', password_set: true });
});

test('the server for alerts is removed, after a question', async () => {
  await button('Remove server').click();
  await page.getByText('localhost and its sign-in are forgotten').waitFor();
  await isAccessible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove server' }).click();
  await section('Alert mail').getByText('Not set up').waitFor();
  expect(await stored()).toMatchObject({ host: '', password_set: false, enabled: false });
});

test('a private address is refused with the reason, where the operator has not allowed it', async () => {
  const strict = await startConsole();
  const own = await signedInPage(browser, strict, (await createPerson(strict.db)).token);
  await own.goto('/settings/mail');
  await own.getByText('Without a server nobody gets a link for a new password').waitFor();
  await own.getByLabel('Server').fill('127.0.0.1');
  await own.getByLabel('Sender').fill('alerts@example.com');
  await own.getByRole('button', { name: 'Save' }).click();
  await own.getByText('127.0.0.1 is a private or reserved address.').waitFor();
  expect(await seriousViolations(own)).toEqual([]);
  await own.context().close();
  await strict.stop();
});

test('with an access scope only the server for accounts is there, without settings.manage nothing', async () => {
  const { client_id } = await createPlace(server.db);
  const scoped = await createPerson(server.db, { scopes: [{ scope_type: 'client', scope_id: client_id }] });
  const theirs = await signedInPage(browser, server, scoped.token, { viewport: { width: 390, height: 844 } });
  await theirs.goto('/settings/mail');
  await theirs.getByRole('heading', { name: 'Mail about accounts' }).waitFor();
  expect(await theirs.getByRole('heading', { name: 'Alert mail' }).count()).toBe(0);
  await theirs.context().close();
  const tech = await signedInPage(browser, server, (await createPerson(server.db, { role: 'tech' })).token);
  await tech.goto('/settings/about');
  await tech.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'About' }).waitFor();
  expect(await tech.getByRole('link', { name: 'Mail' }).count()).toBe(0);
  await tech.context().close();
});
