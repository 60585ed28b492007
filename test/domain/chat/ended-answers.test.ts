/** An answer that has ended stays as it ended: what its writer still brings comes too late. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveAnswer } from '../../../domain/chat/messages.ts';
import { createContext } from '../../context.ts';
import { startServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const draft = {
  content: 'Too late.',
  steps: [],
  entries: [],
  jobIds: [],
  operationIds: [],
  inputTokens: 1,
  outputTokens: 1,
};

test.each([[undefined], [{ status: 'complete' as const }]])('kept with the ending %j', async (ending) => {
  const { sql } = server.db;
  const [session] = await sql<{ id: string }[]>`
    insert into chat_sessions (created_by, title) values ('somebody', 'A chat') returning id`;
  const [answer] = await sql<{ id: string }[]>`
    insert into chat_messages (session_id, role, content, status, finished_at)
    values (${session?.id ?? ''}, 'assistant', 'Begun', 'failed', now()) returning id`;
  const kept = await saveAnswer(createContext(server).ctx, answer?.id ?? '', draft, ending);
  expect(kept).toMatchObject({ status: 'failed', content: 'Begun', input_tokens: 0 });
});
