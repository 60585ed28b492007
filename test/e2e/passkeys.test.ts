/** Passkeys as an operator uses them, with an authenticator that Chromium plays (CDP, domain WebAuthn). */
import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createPerson, PASSWORD, type Person } from '../factories.ts';
import { freePort } from '../server-process.ts';
import { codeNow, toNextStep, turnOn } from '../totp.ts';
import { openConsole, seriousViolations, signedInPage, startConsole } from './browser.ts';

const port = await freePort();
/** A name, which passkeys need. */
const origin = `http://localhost:${port}`;
const { server, browser } = await openConsole({ RMM_LISTEN: `127.0.0.1:${port}`, RMM_CONSOLE_URL: origin });

/** A browser with a fingerprint reader that always agrees. */
async function withAuthenticator(page: Page): Promise<CDPSession & { authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return Object.assign(cdp, { authenticatorId });
}

async function openAccount(person: Person, url = origin): Promise<Page> {
  const page = await signedInPage(browser, server, person.token, { baseURL: url });
  await page.goto('/account');
  await page.getByRole('heading', { level: 2, name: 'Passkeys' }).waitFor();
  return page;
}

async function addPasskey(page: Page, secret: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByLabel('Code of the app').fill(codeNow(server, secret));
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByText(/ is added$/).waitFor();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in');
}

async function enterPassword(page: Page, { username }: Person): Promise<void> {
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('a passkey is added against password and code, renamed and removed', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  const { secret } = await turnOn(server, person);
  const page = await openAccount(person);
  await withAuthenticator(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Chrome on Linux');
  await dialog.getByLabel('Your password').fill('Not-The-Password-1');
  await dialog.getByLabel('Code of the app').fill(codeNow(server, secret));
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('The current password is wrong.').waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await addPasskey(page, secret);
  const row = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
  await row.getByText('Never used').waitFor();
  await page.getByRole('button', { name: 'Rename Chrome on Linux' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Work laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await row.getByText('Work laptop').waitFor();
  await page.getByRole('button', { name: 'Remove Work laptop' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Work laptop is removed').waitFor();
  expect(await row.count()).toBe(0);
  await page.context().close();
});

test('a passkey confirms a sign-in, by the keyboard alone', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  const { secret } = await turnOn(server, person);
  const page = await openAccount(person);
  await withAuthenticator(page);
  await addPasskey(page, secret);
  await signOut(page);
  await enterPassword(page, person);
  await page.getByRole('heading', { level: 1, name: 'Confirm that it is you' }).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await page.keyboard.press('Enter'); // the passkey's button has the focus
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  const used = await server.db.sql`select 1 from passkeys where user_id = ${person.id} and last_used_at is not null`;
  expect(used.count).toBe(1);
  await page.context().close();
});

test('who has the passkey elsewhere signs in with a code, after a passkey that is not to be had', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  const { secret } = await turnOn(server, person);
  const page = await openAccount(person);
  const cdp = await withAuthenticator(page);
  await addPasskey(page, secret);
  await signOut(page);
  await cdp.send('WebAuthn.clearCredentials', { authenticatorId: cdp.authenticatorId });
  await enterPassword(page, person);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('The browser gave none').waitFor();
  toNextStep(server); // the passkey took this step's code
  await page.getByLabel('Code', { exact: true }).fill(codeNow(server, secret));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.context().close();
});

test('without codes, and under another address, the page says what to do first', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  const page = await openAccount(person);
  await page.getByText('Turn on two-step sign-in with an authenticator app first.').waitFor();
  expect(await page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0);
  await page.context().close();
  await turnOn(server, person);
  const elsewhere = await openAccount(person, server.url);
  await elsewhere.getByText(`Passkeys belong to ${origin}.`).waitFor();
  await elsewhere.context().close();
});

test('a console on an address says that passkeys need a name', async () => {
  const bare = await startConsole();
  const page = await signedInPage(browser, bare, (await createPerson(bare.db)).token);
  await page.goto('/account');
  await page.getByText('Browsers make passkeys for names, never for addresses.').waitFor();
  await page.context().close();
  await bare.stop();
});
