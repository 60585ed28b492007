/** A refresh whose answer never arrives, because the server dies: the application keeps its access (ATTACKS.md 14). */
import { expect, test } from 'vitest';
import { createOauthToken, createPerson } from '../factories.ts';
import { startMortalServer } from './server.ts';

const server = await startMortalServer((url) => ({ RMM_MCP_PUBLIC_URL: url, RMM_MCP_OAUTH_ENABLED: 'true' }));
const { db } = server;

const refresh = (token: string) =>
  fetch(`${server.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token }),
  });
const pairs = (applicationId: string) =>
  db.sql<{ spent: boolean }[]>`
    select spent_at is not null as spent from oauth_tokens where application_id = ${applicationId} order by id`;

/** Kills the server while a refresh is under way, after so many milliseconds, and starts it again. */
async function killDuring(refreshToken: string, afterMs: number): Promise<void> {
  const lost = refresh(refreshToken).then(
    () => undefined,
    () => undefined,
  );
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  await server.kill('SIGKILL');
  await lost;
  await server.start();
}

test('whenever the server is killed in a refresh, who repeats it gets one successor that works', async () => {
  const person = await createPerson(db);
  for (const afterMs of [0, 4, 12]) {
    const grant = await createOauthToken(db, { userId: person.id, mcpUrl: server.url });
    await killDuring(grant.refreshToken, afterMs);
    const answer = await refresh(grant.refreshToken);
    expect(answer.status).toBe(200);
    const pair = await answer.json();
    expect(await pairs(grant.applicationId)).toEqual([{ spent: true }, { spent: false }]);
    expect((await refresh(pair.refresh_token)).status).toBe(200);
  }
}, 120_000);

test('an answer that was lost after the commit is given again, although the server was killed meanwhile', async () => {
  const person = await createPerson(db);
  const grant = await createOauthToken(db, { userId: person.id, mcpUrl: server.url });
  const first = await (await refresh(grant.refreshToken)).json();
  await server.kill('SIGKILL');
  await server.start();
  const again = await (await refresh(grant.refreshToken)).json();
  expect(again).toMatchObject({ access_token: first.access_token, refresh_token: first.refresh_token });
}, 60_000);
