/** A real browser on the built console of a real server: what an operator does and sees. */
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, inject, onTestFinished } from 'vitest';
import { startServer, type TestServer } from '../harness.ts';
import { freePort } from '../server-process.ts';

/** A step that takes longer on a busy machine does not come any more. */
const STEP_MS = 15_000;

const DESKTOP = { width: 1440, height: 900 };

/**
 * The server and the browser of a test file, awaited at its top; afterwards the server stops and what the browser had open
 * closes. All files of a worker process share one browser, since its start costs as much as a test; each page is in a
 * context of its own, which shares nothing with another.
 */
export async function openConsole(env: Record<string, string> = {}): Promise<{ server: TestServer; browser: Browser }> {
  const [server, browser] = await Promise.all([startConsole(env), sharedBrowser()]);
  afterAll(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    await server.stop();
  });
  return { server, browser };
}

let launched: Promise<Browser> | undefined;

/** It ends with the process. */
async function sharedBrowser(): Promise<Browser> {
  launched ??= launchBrowser();
  const browser = await launched;
  if (browser.isConnected()) return browser;
  launched = undefined; // it crashed in another file
  return sharedBrowser();
}

/** Not the packed Chromium's own arguments: made for a function in a cloud, they run it in one process and without web security. */
export function launchBrowser(args: string[] = []): Promise<Browser> {
  const { executablePath, libraries } = inject('chromium');
  const env = libraries === undefined ? process.env : { ...process.env, LD_LIBRARY_PATH: libraries };
  return chromium.launch({ executablePath, env, args: ['--no-sandbox', '--disable-gpu', ...args] });
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

/**
 * A page in which nobody is signed in, in English and light; `options` narrow the window or change the language. Nothing
 * moves in it, as for people who ask for that: animations are drawn by the processor here, and a click awaits their end.
 */
export async function openPage(
  browser: Browser,
  server: TestServer,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'en-GB',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    viewport: DESKTOP,
    ...options,
  });
  // Before the test's own time is over, so that the failure names the step.
  context.setDefaultTimeout(STEP_MS);
  return context.newPage();
}

/** The same, with somebody signed in. */
export async function signedInPage(
  browser: Browser,
  server: TestServer,
  token: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await openPage(browser, server, options);
  await page.context().addInitScript((value) => localStorage.setItem('muster.session', value), token);
  return page;
}

/** Makes the window a phone's until the test is over. */
export async function narrow(page: Page): Promise<void> {
  onTestFinished(() => page.setViewportSize(DESKTOP));
  await page.setViewportSize({ width: 390, height: 844 });
}

/**
 * What axe finds serious or critical, as "rule: element" lines; empty is what a page should have. It runs within the page,
 * not in another one for the sake of frames from elsewhere ("legacy"): the console has none, and that took a page each time.
 */
export async function seriousViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
