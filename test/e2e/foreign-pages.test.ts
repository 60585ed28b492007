/** What a page of another origin gets from /mcp and the console in a real browser, and a token for /mcp in the console. */
import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { createApplication, createGrant } from '../applications.ts';
import { createPerson } from '../factories.ts';
import { freePort } from '../server-process.ts';
import { launchBrowser, signedInPage, startConsole } from './browser.ts';

const port = String(await freePort());
const url = `http://127.0.0.1:${port}`;
const server = await startConsole({
  RMM_LISTEN: `127.0.0.1:${port}`,
  RMM_CONSOLE_URL: url,
  RMM_MCP_PUBLIC_URL: url,
  RMM_MCP_OAUTH_ENABLED: 'true',
});
afterAll(() => server.stop());
const browser = await launchBrowser([
  // As if the attacker's name had come to resolve to this server's address.
  '--host-resolver-rules=MAP evil.example 127.0.0.1',
  // The server stands on a public address; here the browser would ask before a page reaches this computer.
  '--disable-features=LocalNetworkAccessChecks',
]);
afterAll(() => browser.close());
const [application, { id: user }] = [await createApplication(server.db), await createPerson(server.db)];
/** Of an administrator: an OAuth access token. */
const { access: token } = await createGrant(server.db, {
  application: application.id,
  user,
  resource: `${url}/mcp`,
});

interface Got {
  status?: number;
  code?: string;
  failed?: boolean;
}

/** Calls as a script of the page does. */
const callFrom = (page: Page, url: string, bearer: string): Promise<Got> =>
  page.evaluate(
    async ([address, secret]) => {
      const message = { jsonrpc: '2.0', id: 1, method: 'ping' };
      const headers = {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        Authorization: `Bearer ${secret}`,
      };
      try {
        const answer = await fetch(address ?? '', { method: 'POST', headers, body: JSON.stringify(message) });
        const body: unknown = await answer.json();
        return { status: answer.status, code: JSON.stringify(body) };
      } catch {
        return { failed: true };
      }
    },
    [url, bearer],
  );

/** Whether a script of the page opens a live socket at the name that the page has, with somebody's good ticket. */
async function opensSocket(page: Page): Promise<boolean> {
  const { token: session } = await createPerson(server.db);
  const { ticket } = await server.ok('POST /api/me/live-ticket', { token: session, body: {} });
  return page.evaluate(
    (secret) =>
      new Promise<boolean>((resolve) => {
        const socket = new WebSocket(`ws://${location.host}/ws/console`, ['rmm.console.v1', secret]);
        socket.onopen = () => resolve(true);
        socket.onerror = () => resolve(false);
      }),
    ticket,
  );
}

describe('a page whose name was rebound to this server (ATTACKS.md 48)', () => {
  test('gets 403 at /mcp, even with a good token', async () => {
    const page = await browser.newPage();
    await page.goto(`http://evil.example:${port}/`);
    const got = await callFrom(page, '/mcp', token);
    expect(got.status).toBe(403);
    expect(got.code).toContain('host_not_allowed');
    await page.goto(server.url);
    expect(await callFrom(page, '/mcp', token)).toMatchObject({ status: 200 });
    await page.close();
  });

  test('finds no session of the console there, and opens no live socket', async () => {
    const page = await browser.newPage();
    await page.goto(`http://evil.example:${port}/`);
    expect(await page.evaluate(() => localStorage.getItem('muster.session'))).toBeNull();
    expect(await opensSocket(page)).toBe(false);
    await page.goto(server.url);
    expect(await opensSocket(page)).toBe(true);
    await page.close();
  });
});

test('a page of another origin reads nothing of /mcp and of the API, whatever token it has', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  for (const origin of ['https://evil.example/', 'https://claude.ai/'])
    await page.route(origin, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Hello' }));
  const { token: session } = await createPerson(server.db);
  // The browser itself stands in nobody's way.
  await page.goto('https://claude.ai/');
  expect(await callFrom(page, `${server.url}/mcp`, token)).toMatchObject({ status: 200 });
  await page.goto('https://evil.example/');
  expect(await callFrom(page, `${server.url}/mcp`, token)).toEqual({ failed: true });
  expect(await callFrom(page, `${server.url}/api/me/live-ticket`, session)).toEqual({ failed: true });
  await context.close();
});

test('a token of an AI application in place of a session opens no console, and reads nothing (ATTACKS.md 16)', async () => {
  const page = await signedInPage(browser, server, token);
  const answers: string[] = [];
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url());
    if (pathname.startsWith('/api/') && pathname !== '/api/auth/state') answers.push(`${answer.status()} ${pathname}`);
  });
  await page.goto('/devices');
  await expect.poll(() => answers.length).toBeGreaterThan(0);
  await page.waitForTimeout(500);
  expect(answers.filter((answer) => !answer.startsWith('403 '))).toEqual([]);
  expect(await page.getByRole('navigation').count()).toBe(0);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/mcp-only.png` });
  const made = await signedInPage(browser, server, `rmo_${randomBytes(32).toString('base64url')}`);
  await made.goto('/devices');
  await made.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.context().close();
  await made.context().close();
});
