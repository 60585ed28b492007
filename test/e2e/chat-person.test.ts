/** Two people and one conversation: what streams into a tab, and what is kept, is whoever asked for it's. */
import { afterAll, expect, test } from 'vitest';
import { startAiProvider } from '../ai-provider.ts';
import { createPerson } from '../factories.ts';
import { seriousViolations, signedInPage } from './browser.ts';
import { startFleet } from './fleet-page.ts';

const ai = await startAiProvider();
afterAll(() => ai.stop());
const { server, browser, page, ines, tomas } = await startFleet();
await server.ok('PUT /api/config', { body: { ai: ai.openAi } });

test('whoever signs in while an answer is under way sees nothing of it, at its address either', async () => {
  ai.script({ text: 'For Ines alone', after: 'stall' });
  await page.goto('/ai/chat');
  await page.getByRole('textbox', { name: 'Question' }).fill('What is it that only I may know?');
  await page.keyboard.press('Enter');
  await page.getByText('For Ines alone').waitFor({ timeout: 25_000 });
  // As a sign-in in another tab of this browser does it.
  await page.evaluate((token) => {
    localStorage.setItem('muster.session', token);
    dispatchEvent(new StorageEvent('storage', { key: 'muster.session', newValue: token }));
  }, tomas.token);
  await page.getByText('This conversation is not here').waitFor();
  expect(await page.getByText('For Ines alone').count()).toBe(0);
  expect(await page.getByText('only I may know').count()).toBe(0);
});

test('somebody else finds no conversation of another, and a technician is told who sets the AI up', async () => {
  const { sessions } = await server.ok('GET /api/chat/sessions', { token: ines.token });
  const [own] = sessions;
  const tech = await createPerson(server.db, { role: 'tech' });
  const theirs = await signedInPage(browser, server, tech.token, { viewport: { width: 390, height: 844 } });
  await theirs.goto(`/ai/chat/${own?.id}`);
  await theirs.getByText('This conversation is not here').waitFor();
  expect(await seriousViolations(theirs)).toEqual([]);
  await server.ok('PUT /api/config', { body: { ai: { provider: null } } });
  await theirs.goto('/ai/chat');
  await theirs.getByText('An administrator has to choose which AI answers.').waitFor();
  expect(await theirs.getByRole('link', { name: 'Set up the AI' }).count()).toBe(0);
});
