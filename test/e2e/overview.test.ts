/** What the first page tells somebody about their own account. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { createPerson, PASSWORD, type Person } from '../factories.ts';
import { turnOn } from '../totp.ts';
import { openConsole, seriousViolations, signedInPage } from './browser.ts';

const { server, browser } = await openConsole();

async function overviewOf(person: Person): Promise<Page> {
  const page = await signedInPage(browser, server, person.token);
  await page.goto('/');
  await page.getByText('Recent activity').waitFor();
  return page;
}

const hint = (page: Page) => page.getByRole('heading', { name: 'Your administrator account' });
const noAddress = (page: Page) => page.getByText('It has no mail address');
const oneStep = (page: Page) => page.getByText('Two-step sign-in is off');

test('an administrator is told what their account lacks, until they put it away', async () => {
  const page = await overviewOf(await createPerson(server.db));
  await noAddress(page).waitFor();
  await oneStep(page).waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Open your account' }).click();
  await page.getByRole('heading', { level: 1, name: 'My account' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Hide this hint' }).click();
  await hint(page).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Recent activity').waitFor();
  expect(await hint(page).count()).toBe(0);
  await page.context().close();
});

test('it names only what is lacking, and says nothing where nothing is or to others', async () => {
  const guarded = await createPerson(server.db, { password: PASSWORD });
  await turnOn(server, guarded);
  const page = await overviewOf(guarded);
  await noAddress(page).waitFor();
  expect(await oneStep(page).count()).toBe(0);
  await page.context().close();
  const safe = await createPerson(server.db, { password: PASSWORD, email: 'safe@example.com' });
  await turnOn(server, safe);
  for (const person of [safe, await createPerson(server.db, { permissions: ['devices.view', 'audit.view'] })]) {
    const theirs = await overviewOf(person);
    expect(await hint(theirs).count()).toBe(0);
    await theirs.context().close();
  }
});
