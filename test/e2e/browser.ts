/** A real browser on the built console of a real server: what an operator does and sees. */
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { startServer, type TestServer } from '../harness.ts';
import { freePort } from '../server-process.ts';

/** A step that takes longer on a busy machine does not come any more. */
const STEP_MS = 10_000;

/** Not the packed Chromium's own arguments: made for a function in a cloud, they run it in one process and without web security. */
export function launchBrowser(): Promise<Browser> {
  const { executablePath, libraries } = inject('chromium');
  const env = libraries === undefined ? process.env : { ...process.env, LD_LIBRARY_PATH: libraries };
  return chromium.launch({ executablePath, env, args: ['--no-sandbox', '--disable-gpu'] });
}

/**
 * A server that the browser reaches under its own console address, which live sockets check. It serves console/dist, which
 * `npm test` builds first; TEST_CONSOLE names another build (`npx vite build --outDir …`).
 */
export async function startConsole(env: Record<string, string> = {}): Promise<TestServer> {
  const at = `127.0.0.1:${await freePort()}`;
  const built = process.env.TEST_CONSOLE;
  return startServer(
    { RMM_LISTEN: at, RMM_CONSOLE_URL: `http://${at}`, ...env },
    built === undefined ? {} : { consoleFolder: built },
  );
}

/** A page in which somebody is signed in, in English and light; `options` narrow the window or change the language. */
export async function signedInPage(
  browser: Browser,
  server: TestServer,
  token: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'en-GB',
    colorScheme: 'light',
    viewport: { width: 1440, height: 900 },
    ...options,
  });
  // Before the test's own time is over, so that the failure names the step.
  context.setDefaultTimeout(STEP_MS);
  await context.addInitScript((value) => localStorage.setItem('muster.session', value), token);
  return context.newPage();
}

/** What axe finds serious or critical, as "rule: element" lines; empty is what a page should have. */
export async function seriousViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
