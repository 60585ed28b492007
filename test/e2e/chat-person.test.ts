/** One browser, two people: what streams into a tab is whoever asked for it's. */
import { afterAll, expect, test } from 'vitest';
import { startAiProvider } from '../ai-provider.ts';
import { startFleet } from './fleet-page.ts';

const ai = await startAiProvider();
afterAll(() => ai.stop());
const { server, page, tomas } = await startFleet();
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
