/** A server that dies while an AI answers: what was asked and proposed stays, and the conversation goes on. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AiProviderServer, startAiProvider } from '../ai-provider.ts';
import { createDatabase, type TestDatabase } from '../database.ts';
import { createDevice } from '../factories.ts';
import { freePort, type ServerProcess, startServerProcess } from '../server-process.ts';

const TOKEN = 'fault-test-token';
let db: TestDatabase;
let ai: AiProviderServer;
let server: ServerProcess;

beforeAll(async () => {
  [db, ai] = await Promise.all([createDatabase(), startAiProvider()]);
});
afterAll(async () => {
  await server.kill('SIGKILL');
  await Promise.all([db.drop(), ai.stop()]);
});

async function call(method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const answer = await fetch(server.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return { status: answer.status, body: await answer.json() };
}

test('after a kill -9 the question and the proposal are there, the answer ends as interrupted, and the next one comes', async () => {
  const env = {
    RMM_LISTEN: `127.0.0.1:${await freePort()}`,
    RMM_DATA_DIR: mkdtempSync(join(tmpdir(), 'muster-fault-')),
    RMM_DATABASE_URL: db.url,
    RMM_MIGRATE_DATABASE_URL: db.ownerUrl,
    RMM_ADMIN_TOKEN: TOKEN,
  };
  server = await startServerProcess(env);
  await call('PUT', '/api/config', { ai: ai.openAi });
  const device = await createDevice(db);
  const { id } = (await call('POST', '/api/chat/sessions', {})).body;
  const input = { agent_id: device.id, shell: 'sh', script: 'uptime', description: 'How long it runs' };
  ai.script({ text: 'I propose.', calls: [{ name: 'propose_job', input }] }, { text: 'It', after: 'stall' });
  const lost = call('POST', `/api/chat/sessions/${id}/messages`, { content: 'How long?' }).catch(() => 'gone');
  await ai.asked(2);
  await server.kill('SIGKILL');
  expect(await lost).toBe('gone');
  server = await startServerProcess(env);

  const messages = async () => (await call('GET', `/api/chat/sessions/${id}/messages`)).body.messages;
  expect(await messages()).toMatchObject([{ content: 'How long?' }, { role: 'assistant', status: 'running' }]);
  // Whoever does not wait for the sweep stops it.
  expect((await call('POST', `/api/chat/sessions/${id}/cancel`)).body).toEqual({ cancelled: false });
  expect((await messages())[1]).toMatchObject({ status: 'failed', error: { code: 'interrupted' } });
  const jobs = await db.sql`select status, source from jobs where agent_id = ${device.id}`;
  expect(jobs).toEqual([{ status: 'awaiting_approval', source: 'chat' }]);
  ai.reset();
  ai.script({ text: 'Here I am.' });
  const next = await call('POST', `/api/chat/sessions/${id}/messages`, { content: 'Are you there?' });
  expect(next).toMatchObject({ status: 200, body: { content: 'Here I am.' } });
  expect(ai.faults).toEqual([]);
}, 60_000);
