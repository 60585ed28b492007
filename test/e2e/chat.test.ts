/** The AI chat in a browser, with an AI that says what the test tells it: questions, tools, proposals, hostile words. */
import type { Page, Request } from 'playwright-core';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startAiProvider } from '../ai-provider.ts';
import { seriousViolations } from './browser.ts';
import { startFleet } from './fleet-page.ts';

const ai = await startAiProvider();
afterAll(() => ai.stop());
const fleet = await startFleet();
const { server, page } = fleet;
await server.ok('PUT /api/config', { body: { ai: ai.openAi } });

const isAccessible = async () => expect(await seriousViolations(page)).toEqual([]);
const field = (on: Page = page) => on.getByRole('textbox', { name: 'Question' });
const button = (name: string | RegExp, on: Page = page) => on.getByRole('button', { name });
const done = (on: Page = page) => on.getByText('The answer is complete.').waitFor({ state: 'attached' });
const chats = async (token = fleet.ines.token) => (await server.ok('GET /api/chat/sessions', { token })).sessions;

async function ask(question: string): Promise<void> {
  await page.goto('/ai/chat');
  await field().fill(question);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/ai\/chat\/[0-9a-f-]{36}$/);
}

/** A script for the one machine of the harbour. */
const proposal = (script: string, description: string) => ({
  name: 'propose_job',
  input: { agent_id: fleet.ship.id, shell: 'bash', script, description },
});

test('a question is answered, with what the AI looked at and a job that is approved in place', async () => {
  ai.reset();
  ai.script(
    { text: 'I look. ', calls: [{ name: 'list_devices', input: {} }] },
    { text: 'A restart helps.', calls: [proposal('set -e\nrm -rf /tmp/cache\nreboot\n', 'Restart the navigation')] },
    { text: 'It **waits** for you.' },
  );
  await page.goto('/ai/chat');
  await button('Which machines are offline').click();
  expect(await field().inputValue()).toBe('Which machines are offline, and since when?');
  expect(await chats()).toEqual([]);
  await page.keyboard.press('Enter');
  // The first answer of a server loads what speaks to the provider.
  await page.getByText('It waits for you.').waitFor({ timeout: 25_000 });
  await done();
  expect(await page.locator('.md strong').textContent()).toBe('waits');
  await page.getByRole('heading', { level: 1, name: 'Which machines are offline' }).waitFor();
  // Cards that come in read what others have read: the page stays in its place, and the caret where the next question is written.
  await page.locator('.chat-card').getByText('rm -rf /tmp/cache').waitFor();
  expect(await field().evaluate((element) => element === document.activeElement)).toBe(true);
  // What it looked at, on request.
  await page.getByText('Looked at devices').click();
  await page.getByText('"hostname": "hlv-ves-nav01"').waitFor();
  await page.getByText('Looked at devices').click();

  const card = page.locator('.chat-card').filter({ hasText: 'Restart the navigation' });
  await card.getByText('rm -rf /tmp/cache').waitFor();
  await card.getByText('Deletes').waitFor();
  await card.getByText('Waiting for approval').waitFor();
  await card.getByText('It is offline and runs this when it returns').waitFor();
  await isAccessible();

  const agent = await fleet.connectShip();
  await button('Approve for 1 device').click();
  const { job_id } = await agent.next('job.run');
  await card.getByText(`Approved by ${fleet.ines.username}`).waitFor();
  agent.send({ t: 'job.started', id: 'started', job_id, started_at: new Date().toISOString() });
  agent.send({ t: 'job.output', job_id, offset: 0, text: 'cache gone <b>now</b>\n' });
  await card.getByText('cache gone <b>now</b>').waitFor();
  await card.getByText('Running').waitFor();
  const job = await server.ok('GET /api/jobs/:id', { params: { id: job_id } });
  expect(job).toMatchObject({ source: 'chat', approved_by: { kind: 'user', name: fleet.ines.username } });
  await isAccessible();
  expect(ai.faults).toEqual([]);
});

test('an answer that is over before its conversation is on the page is told of as well', async () => {
  ai.reset();
  ai.script({ text: 'All at once.' });
  onTestFinished(() => page.unroute('**/api/chat/sessions/*/messages'));
  await page.route('**/api/chat/sessions/*/messages', async (route) => {
    if (route.request().method() === 'GET') await route.fallback();
    else await route.fulfill({ response: await route.fetch() });
  });
  await ask('Be quick');
  await page.getByText('All at once.').waitFor();
  await done();
});

test('a rejection in place says why', async () => {
  ai.reset();
  ai.script({ text: 'This.', calls: [proposal('reboot\n', 'Restart it once more')] }, { text: 'Decide.' });
  await ask('Restart it again');
  await done();
  await button('Reject…').click();
  await button('Reject').click();
  await page.getByText('Say why you reject it.').waitFor();
  await page.getByLabel('Reason').fill('Not at sea');
  // The history is read again when something else changes: what is being written stays.
  await server.ok('PATCH /api/chat/sessions/:id', {
    token: fleet.ines.token,
    params: { id: (await chats())[0]?.id ?? '' },
    body: { title: 'Restarts' },
  });
  await page.getByRole('heading', { level: 1, name: 'Restarts' }).waitFor();
  expect(await page.getByLabel('Reason').inputValue()).toBe('Not at sea');
  await button('Reject').click();
  await page.getByText(`Rejected by ${fleet.ines.username}`).waitFor();
});

test('a deletion and jobs for many are approved in place, above ten with their number', async () => {
  const { devices } = await server.ok('GET /api/devices', { query: { client_id: fleet.school.client_id } });
  const [first] = devices.map(({ id }) => id);
  ai.reset();
  ai.script(
    {
      text: 'Two things.',
      calls: [
        { name: 'propose_delete_devices', input: { agent_ids: [first], reason: 'Broken <b>since</b> May' } },
        {
          name: 'propose_bulk_job',
          input: {
            agent_ids: devices.map(({ id }) => id),
            shell: 'bash',
            script: 'uptime\n',
            description: 'Load everywhere',
          },
        },
      ],
    },
    { text: 'Decide on both.' },
  );
  await ask('Clean up the school');
  await done();
  const deletion = page.locator('.chat-card').filter({ hasText: 'Broken <b>since</b> May' });
  await deletion.getByText('Broken <b>since</b> May').waitFor();
  const bulk = page.locator('.chat-card').filter({ hasText: 'Load everywhere' });
  await bulk.getByText('11 Waiting for approval').waitFor();
  const approve = bulk.getByRole('button', { name: 'Approve for 11 devices' });
  expect(await approve.isDisabled()).toBe(true);
  await isAccessible();
  await bulk.getByLabel('Type 11 to approve').fill('11');
  await approve.click();
  await bulk.getByText('11 Waits for the device').waitFor();
  await deletion.getByRole('textbox').fill('1');
  await deletion.getByRole('button', { name: 'Approve and delete 1 device' }).click();
  await deletion.getByText(`Approved by ${fleet.ines.username}`).waitFor();
  expect((await server.call('GET /api/devices/:id', { params: { id: first ?? '' } })).status).toBe(404);
});

test('hostile words are words: nothing is loaded, run or linked to but what shows its target', async () => {
  ai.reset();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  ai.script({
    text: [
      '<img src=x onerror="document.title=1"><script>document.title=2</script> ![logo](https://evil.example/p.png?d=1) ',
      '[click](javascript:document.title=3) [bank](https://evil.example/login) <a href="https://evil.example">a</a>\n\n',
      '| <b>x</b> | y |\n|---|---|\n| [z](data:text/html,1) | \u202eevil |\n',
    ],
  });
  await ask('What did that script print?');
  await done();
  await page.getByText('<img src=x onerror="document.title=1">').waitFor();
  expect(await page.locator('.md img, .md script, .md iframe, .md b').count()).toBe(0);
  const links = await page
    .locator('.md a')
    .evaluateAll((all) => all.map((a) => `${a.getAttribute('href')} ${a.textContent}`));
  expect(links).toEqual([
    'https://evil.example/p.png?d=1 https://evil.example/p.png?d=1',
    'https://evil.example/login https://evil.example/login',
    'https://evil.example/ https://evil.example/',
  ]);
  expect(await page.locator('.md a').first().getAttribute('rel')).toContain('noopener noreferrer');
  await page.getByText('U+202E').waitFor();
  expect(asked.filter((url) => !url.startsWith(server.url))).toEqual([]);
  await isAccessible();
});

test('an answer is followed in a second tab and after a reload, and stops when told to', async () => {
  ai.reset();
  const counted = (word: string) => Array.from({ length: 60 }, (_, index) => `${word}${index} `);
  // It does not end by itself, however long a reload takes here.
  ai.script({ text: counted('word'), chunkMs: 150, after: 'stall' });
  await ask('Count');
  await page.getByText('word3').waitFor();
  const second = await page.context().newPage();
  await second.goto(page.url());
  await second.getByText('word8').waitFor();
  await page.reload();
  await page.getByText('word12').waitFor();
  await page.getByText('The AI is answering. Stop it, or wait until it is done.').waitFor();
  await button('Stop').click();
  await page.getByText('Stopped.').waitFor();
  const focused = () => field().evaluate((element) => element === document.activeElement);
  await expect.poll(focused).toBe(true);
  await second.getByText('Stopped.').waitFor();
  await second.close();
  ai.script({ text: counted('again'), chunkMs: 150, after: 'stall' }, { text: 'Counted.' });
  await button('Ask again').click();
  await page.getByText('again3').waitFor();
  await field().focus();
  await page.keyboard.press('Escape');
  await page.getByText('Stopped.').nth(1).waitFor();
  await button('Ask again').click();
  await page.getByText('Counted.').waitFor();
});

test('a failure of the provider is said in words and asked again; a refused question stays typed', async () => {
  ai.reset();
  ai.otherwise({ status: 401, error: 'Incorrect API key provided.' });
  await ask('Hello');
  await page.getByText('The AI provider does not take the key.').waitFor();
  expect(await page.getByRole('link', { name: 'Set up the AI' }).getAttribute('href')).toBe('/settings/ai');
  ai.otherwise({ text: 'Hello to you.' });
  await button('Ask again').click();
  await page.getByText('Hello to you.').waitFor();
  await done(); // nothing can be sent before
  await server.db.sql`update chat_usage set input_tokens = 900000`;
  await field().fill('More');
  await page.keyboard.press('Enter');
  await page.getByText('Your tokens for today are used up.').first().waitFor();
  expect(await field().inputValue()).toBe('More');
  await page.reload();
  await page.getByText(/Your tokens for today are used up. There are new ones/).waitFor();
  expect(await button('Send').isDisabled()).toBe(true);
  await server.db.sql`delete from chat_usage`;
});

test('what was read stays on the screen while the server does not answer', async () => {
  ai.reset();
  ai.script({ text: 'Still here.' });
  const underWay = new Set<Request>();
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  await ask('Stay');
  await page.getByText('Still here.').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Stay' }).waitFor(); // the list has it
  await done();
  const refused: string[] = [];
  onTestFinished(() => page.unroute('**/api/chat/**'));
  await page.route('**/api/chat/**', (route) => {
    refused.push(new URL(route.request().url()).pathname);
    return route.abort();
  });
  // What was asked for before would be answered with the new title.
  await expect.poll(() => underWay.size).toBe(0);
  refused.length = 0;
  const [newest] = await chats();
  const params = { id: newest?.id ?? '' };
  await server.ok('PATCH /api/chat/sessions/:id', { token: fleet.ines.token, params, body: { title: 'Stay here' } });
  // The list and the conversation, three times each; then time for the last refusal to reach the page.
  await expect.poll(() => refused.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(6);
  await page.waitForTimeout(500);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Stay');
  expect(await page.getByText('Still here.').isVisible()).toBe(true);
  expect(await field().isVisible()).toBe(true);
});

test('a conversation is renamed and deleted; the keys lead to the next one and to a new one', async () => {
  await page.goto('/ai/chat');
  const list = page.getByRole('navigation', { name: 'Conversations' });
  const before = (await chats()).length;
  await button('Actions for “Hello”').click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.keyboard.type('Greetings');
  await page.keyboard.press('Enter');
  await list.getByRole('link', { name: 'Greetings' }).click();
  await page.getByRole('heading', { level: 1, name: 'Greetings' }).waitFor();
  await page.keyboard.press('j');
  await page.getByRole('heading', { level: 1, name: 'Count' }).waitFor();
  await page.keyboard.press('n');
  await page.getByText('Ask about your devices').waitFor();
  await button('Actions for “Greetings”').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await isAccessible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('The conversation is deleted').waitFor();
  expect(await chats()).toHaveLength(before - 1);
});

test('a device page leads to a chat with a question that nobody has sent yet', async () => {
  const before = await chats();
  await page.goto(`/devices/${fleet.ship.id}`);
  await page.getByRole('link', { name: 'Ask AI' }).click();
  await expect.poll(() => field().inputValue()).toContain(`hlv-ves-nav01 (id ${fleet.ship.id})`);
  await page.getByText('Nothing is sent before you press Enter.').waitFor();
  expect(await chats()).toEqual(before);
});
