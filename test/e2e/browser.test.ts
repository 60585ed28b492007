/** What the other browser tests rely on. */
import { expect, test } from 'vitest';
import { openConsole, openPage, seriousViolations } from './browser.ts';

const { server, browser } = await openConsole();

test('serious faults of accessibility are found: a button and a field without a name, text too pale to read', async () => {
  const page = await openPage(browser, server);
  await page.goto('/sign-in');
  await page.getByLabel('User name').waitFor();
  expect(await seriousViolations(page)).toEqual([]);
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<main><button></button><input><p>pale</p></main>');
    document.querySelector('p:last-child')?.setAttribute('class', 'pale');
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.pale { color: #ccc; background: #fff }');
    document.adoptedStyleSheets.push(sheet);
  });
  const found = (await seriousViolations(page)).map((line) => line.split(':')[0]);
  expect(found).toEqual(expect.arrayContaining(['button-name', 'label', 'color-contrast']));
});
