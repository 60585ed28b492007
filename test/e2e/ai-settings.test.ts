/** Settings of the AI and of remote access: chosen, tried, keys that are kept, asked for again and removed. */
import { afterAll, expect, test } from 'vitest';
import { startAiProvider } from '../ai-provider.ts';
import { createPerson } from '../factories.ts';
import { openConsole, seriousViolations, signedInPage } from './browser.ts';

const ai = await startAiProvider();
afterAll(() => ai.stop());
const { server, browser } = await openConsole();
const person = await createPerson(server.db);
const page = await signedInPage(browser, server, person.token);

const isAccessible = async () => expect(await seriousViolations(page)).toEqual([]);
const button = (name: string) => page.getByRole('button', { name });

test('without an AI the chat leads to its settings, where one is chosen, tried and switched on', async () => {
  await page.goto('/');
  await page.getByRole('link', { name: 'AI chat' }).click();
  await page.getByText('The AI chat is not set up').waitFor();
  expect(await page.getByRole('textbox', { name: 'Question' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Set up the AI' }).click();
  await page.getByText('OpenAI or compatible').click();
  await page.getByLabel('Address').fill('ftp://ai.example');
  await page.getByLabel('Model').fill(ai.openAi.model);
  await button('Save').click();
  await page.getByText('Is an address that begins with https:// or http://.').waitFor();
  await page.getByLabel('Address').fill(ai.openAi.base_url);
  await page.getByRole('textbox', { name: 'Key' }).fill('not-the-key');
  await button('Save').click();
  await page.getByText('The AI provider is saved').waitFor();
  expect(await page.getByRole('textbox', { name: 'Key' }).inputValue()).toBe('');
  await button('Test').click();
  await page.getByText('The provider did not answer as it should. The AI provider refuses the key.').waitFor();
  // The server says it in English: in German what it means stands before it.
  const german = await signedInPage(browser, server, person.token, { locale: 'de-DE' });
  await german.goto('/settings/ai');
  await german.getByRole('button', { name: 'Testen' }).click();
  await german.getByText(/Der KI-Anbieter nimmt den Schlüssel nicht.*\(The AI provider refuses the key\./).waitFor();
  await german.context().close();
  await page.getByRole('textbox', { name: 'Key' }).fill(ai.openAi.api_key);
  await button('Save').click();
  await expect.poll(() => button('Test').isEnabled()).toBe(true);
  await button('Test').click();
  await page.getByText(/test-model answered in/).waitFor();
  await isAccessible();
});

test('a key is asked for again when it would go to another address, and can be removed', async () => {
  await page.getByLabel('Address').fill('http://ai.example/v1');
  await page.getByText(/test-model answered in/).waitFor({ state: 'detached' });
  await page.getByText('Enter it again: the provider or the address has changed.').waitFor();
  await page.getByText('Over http the key, questions and answers can be read on the way.').waitFor();
  expect(await button('Save').isDisabled()).toBe(true);
  await page.getByLabel('Address').fill(ai.openAi.base_url);
  await button('Remove the key').click();
  await page.getByText('The stored key is removed with the next save.').waitFor();
  await button('Keep the key').click();
  expect(await button('Save').isDisabled()).toBe(true);
  expect((await server.ok('GET /api/config')).ai).toMatchObject({ api_key_set: true, available: true });
});

test('remote access is set; a default that is off is refused at its field', async () => {
  await page.goto('/settings/remote');
  await page.getByText('Remote sessions come with a later version.').waitFor();
  await page.getByLabel('Address').fill('https://remote.example');
  await page.getByLabel('User').fill('muster');
  await page.getByLabel('Token key').fill('remote-token-key');
  await page.getByText('Offer it').first().click();
  await page.getByRole('button', { name: /^Default provider/ }).click();
  await page.getByRole('option', { name: 'External tool A' }).click();
  await button('Save').click();
  await page.getByText('Remote access is saved').waitFor();
  expect((await server.ok('GET /api/config')).remote).toMatchObject({
    default: 'extprov_a',
    extprov_a_url: 'https://remote.example',
    extprov_a_user: 'muster',
    extprov_a_token_key_set: true,
  });
  await page.getByText('Offer it').first().click();
  await button('Save').click();
  await page.getByText('The default is an external tool that is off.').waitFor();
  await page.getByLabel('User').fill('other');
  await page.getByText('Enter it again: the address or the user has changed.').waitFor();
  await isAccessible();
});
