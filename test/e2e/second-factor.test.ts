/** Two-step sign-in as a person turns it on, uses it and loses the phone. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createPerson, PASSWORD, type Person } from '../factories.ts';
import { codeNow, toNextStep, turnOn } from '../totp.ts';
import { openConsole, openPage, seriousViolations, signedInPage } from './browser.ts';

const { server, browser } = await openConsole({ RMM_INSTANCE_NAME: 'Test lab' });

const isAccessible = async (page: Page) => expect(await seriousViolations(page)).toEqual([]);

async function accountOf(person: Person): Promise<Page> {
  const page = await signedInPage(browser, server, person.token);
  await page.goto('/account');
  return page;
}

async function typePassword(page: Page, { username }: Person): Promise<void> {
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
}

async function signInPage(): Promise<Page> {
  const page = await openPage(browser, server);
  await page.goto('/sign-in');
  return page;
}

test('an app is set up by QR code or secret, and the recovery codes show once', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  const page = await accountOf(person);
  toNextStep(server);
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const dialog = page.getByRole('dialog');
  const password = dialog.getByLabel('Your password');
  await expect.poll(() => password.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type('Not-The-Password-1');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('The current password is wrong.').waitFor();
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();

  await dialog.getByRole('img', { name: /^QR code/ }).waitFor();
  const secret = (await dialog.getByRole('group', { name: 'Secret' }).locator('code').innerText()).replaceAll(
    /\s/g,
    '',
  );
  const href = await dialog.getByRole('link', { name: /on this device/ }).getAttribute('href');
  expect(new URL(href ?? '').searchParams.get('secret')).toBe(secret);
  await isAccessible(page);
  await page.keyboard.type('000000');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByText('This code does not fit').waitFor();
  await dialog.getByLabel('Code of the app').fill(codeNow(server, secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();

  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.first().waitFor();
  const shown = await codes.allInnerTexts();
  expect(shown).toHaveLength(10);
  await page.keyboard.press('Escape');
  await dialog.getByText('nobody can show them again').waitFor();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);
  const text = await readFile((await saved.path()) ?? '', 'utf8');
  expect(text).toContain(person.username);
  for (const code of shown) expect(text).toContain(code);
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('10 recovery codes left').waitFor();
  await page.context().close();
});

test('the code of the app is asked for after the password, and a wrong one can be mended', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  const { secret } = await turnOn(server, person);
  const own = await signInPage();
  await typePassword(own, person);
  const field = own.getByLabel('Code', { exact: true });
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await field.getAttribute('autocomplete')).toBe('one-time-code');
  await isAccessible(own);
  await field.fill('000000');
  await own.keyboard.press('Enter');
  await own.getByText('This code does not fit').waitFor();
  await field.fill(codeNow(server, secret));
  await own.keyboard.press('Enter');
  await own.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await own.context().close();
});

test('without the phone a recovery code signs in, says what is left, and turns it off', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  const { recoveryCodes } = await turnOn(server, person);
  const page = await signInPage();
  await typePassword(page, person);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill('AAAA-AAAA-AAAA-AAAA-AAAA-AAAA');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('none of your recovery codes').waitFor();
  await page.getByLabel('Recovery code').fill((recoveryCodes[0] ?? '').toLowerCase());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('9 are left').waitFor();

  await page.goto('/account');
  await page.getByRole('button', { name: 'Turn off' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByLabel(/recovery code/).fill(recoveryCodes[1] ?? '');
  await isAccessible(page);
  await dialog.getByRole('button', { name: 'Turn off two-step sign-in' }).click();
  await page.getByText('Two-step sign-in is off').waitFor();
  await page.getByRole('button', { name: 'Set up an authenticator app' }).waitFor();
  await page.context().close();
});

test('another app takes the place of the first, and new recovery codes that of the old ones', async () => {
  const person = await createPerson(server.db, { password: PASSWORD });
  const first = await turnOn(server, person);
  const page = await accountOf(person);
  await page.getByRole('button', { name: 'Use another app' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByLabel('Code of the app in use').fill(codeNow(server, first.secret));
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const secret = (await dialog.getByRole('group', { name: 'Secret' }).locator('code').innerText()).replaceAll(
    /\s/g,
    '',
  );
  expect(secret).not.toBe(first.secret);
  await dialog.getByLabel('Code of the app').fill(codeNow(server, secret));
  await dialog.getByRole('button', { name: 'Use this app' }).click();
  await dialog.getByRole('heading', { name: 'The new app is in use' }).waitFor();
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await dialog.getByRole('button', { name: 'Close anyway' }).click();
  await dialog.waitFor({ state: 'detached' });

  toNextStep(server);
  await server.db.sql`delete from recovery_codes where user_id = ${person.id}`;
  await page.reload();
  await page.getByText('No recovery code is left').waitFor();
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  await dialog.getByLabel('Code of the app').fill(codeNow(server, secret));
  await dialog.getByRole('button', { name: 'Make new codes' }).click();
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.first().waitFor();
  expect(await codes.count()).toBe(10);
  await page.context().close();
});
