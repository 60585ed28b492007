/** Sessions with a server that says nothing, or nothing any more. */
import { randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createIdentity } from '../../agent/identity.ts';
import { runSession } from '../../agent/link/session.ts';
import { linux } from '../../agent/platform/linux/index.ts';
import { scratch, testServer, until } from './agents.ts';
import { TOKEN } from './server.ts';

async function session(silentMs: number) {
  const server = await testServer();
  const now = () => new Date();
  const welcomed = vi.fn();
  const end = runSession({
    address: server.url,
    proxy: undefined,
    identity: createIdentity(scratch(), server.url, { now, randomBytes }),
    enrollToken: TOKEN,
    facts: { ...(await linux.facts()), version: '0' },
    heldJobs: [],
    log: () => undefined,
    silentMs,
    signal: new AbortController().signal,
    enrolled: () => undefined,
    welcomed,
    work: () => undefined,
    revoked: () => undefined,
  });
  await until(() => welcomed.mock.calls.length > 0);
  return { server, end };
}

describe('a connection', () => {
  it('is dropped when nothing has been heard for too long', async () => {
    const { end } = await session(100);
    expect(await end).toEqual({ kind: 'failed', message: 'the server went silent' });
  });

  it('is kept by pings alone', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { server, end } = await session(2000);
    for (let round = 0; round < 6; round++) {
      vi.advanceTimersByTime(1500);
      await server.ping();
    }
    vi.useRealTimers();
    server.close(1001, 'bye');
    expect(await end).toEqual({ kind: 'closed', code: 1001, reason: 'bye' });
  });
});
