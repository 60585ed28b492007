/** What comes by mail, from a real SMTP server: a new password and a confirmed address, as their owner goes about it. */
import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createPerson, PASSWORD } from '../factories.ts';
import { linkIn, startMailServer } from '../smtp.ts';
import { openConsole, openPage, seriousViolations, signedInPage, startConsole } from './browser.ts';

const NEW = 'Another-Horse-Stable-7';

const mail = await startMailServer();
afterAll(() => mail.stop());
const { server, browser } = await openConsole(mail.env);
let page: Page;
beforeEach(async () => {
  page = await openPage(browser, server);
  return () => page.context().close();
});

const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const button = (name: string) => page.getByRole('button', { name });
const isAccessible = async () => expect(await seriousViolations(page)).toEqual([]);

test('a forgotten password is set anew by the link in the mail, and the link works once', async () => {
  const email = 'ines@example.com';
  const person = await createPerson(server.db, { password: PASSWORD, email, confirmed: true });
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await isAccessible();
  await page.getByLabel('Mail address').fill(email);
  await button('Send me a link').click();
  await heading('Look into your mail').waitFor();
  await isAccessible();

  const [letter] = await mail.mailsTo(email);
  const link = letter ? linkIn(letter) : '';
  await page.goto(link);
  await heading('Choose a new password').waitFor();
  expect(page.url()).toBe(`${server.url}/reset-password`); // the secret does not stay in the history
  await isAccessible();
  await page.getByLabel('New password').fill('weak');
  await button('Set the password').click();
  await page.getByText('It does not keep these rules yet.').waitFor();
  await page.getByLabel('New password').fill(NEW);
  expect(await page.getByRole('listitem').filter({ hasText: '(done)' }).count()).toBe(3);
  await button('Set the password').click();
  await heading('Your password is set').waitFor();
  await isAccessible();
  await page.getByRole('link', { name: 'Sign in now' }).click();
  await page.getByLabel('User name').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(NEW);
  await button('Sign in').click();
  await heading('Overview').waitFor();

  await page.goto(link);
  await page.getByLabel('New password').fill(`${NEW}!`);
  await button('Set the password').click();
  await page.getByText('This link does not work any more.').waitFor();
  await page.getByRole('link', { name: 'Ask for a new link' }).click();
  await page.getByLabel('Mail address').waitFor();
});

test('somebody who is no account’s owner reads the same words', async () => {
  await page.goto('/forgot-password');
  await page.getByLabel('Mail address').fill('nobody@example.com');
  await button('Send me a link').click();
  await heading('Look into your mail').waitFor();
  await page.getByText('If nobody@example.com is the confirmed address of an account').waitFor();
});

test('an address is confirmed by a link that one sends oneself, after which mail can be chosen', async () => {
  const email = 'oskar@example.com';
  const person = await createPerson(server.db, { email, role: 'tech' });
  const own = await signedInPage(browser, server, person.token);
  await own.goto('/account');
  await own.getByText('Not confirmed').waitFor();
  await own.getByText('Mail about events is off on this server').waitFor();
  await own.getByRole('button', { name: 'Send me a confirmation link' }).click();
  await own.getByText(`A link is on its way to ${email}.`).waitFor();
  await own.getByText('a job waits for approval').click();
  await expect
    .poll(async () => (await server.ok('GET /api/me/notifications', { token: person.token })).subscriptions)
    .toMatchObject({ 'job.awaiting_approval': true, 'job.failed': false });
  expect(await own.getByText('an AI application waits').count()).toBe(0); // technicians do not let applications in
  expect(await seriousViolations(own)).toEqual([]);

  const [letter] = await mail.mailsTo(email);
  await page.goto(letter ? linkIn(letter) : '');
  await heading('Confirm your mail address').waitFor();
  expect((await server.ok('GET /api/me', { token: person.token })).user?.email_confirmed).toBe(false); // a visit is no press
  await isAccessible();
  await button('Confirm the address').click();
  await heading('Your address is confirmed').waitFor();
  await page.evaluate(() => {
    location.hash = 'token=rmq_another';
  });
  await button('Confirm the address').click(); // another link in the same tab
  await page.getByText('This link does not work any more.').waitFor();
  await own.getByText('Confirmed', { exact: true }).waitFor(); // the other window follows
  await own.context().close();
});

test('where no mail can be sent there is no way to a link, and the page says so', async () => {
  const bare = await startConsole();
  await createPerson(bare.db);
  await page.goto(`${bare.url}/sign-in`);
  await page.getByText('User name').waitFor();
  expect(await page.getByRole('link', { name: 'Forgot password?' }).count()).toBe(0);
  await page.goto(`${bare.url}/forgot-password`);
  await page.getByText('This server sends no mail.').waitFor();
  await bare.stop();
});
