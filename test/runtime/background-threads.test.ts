import { readdirSync, readFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { lowerThreadPool } from '../../runtime/background-threads.ts';

test.runIf(process.platform === 'linux')('the thread pool stands back, and nothing else of the process', async () => {
  const before = getPriority();
  const lowered = await lowerThreadPool();
  expect(lowered).toBe(Number(process.env.UV_THREADPOOL_SIZE ?? 4));
  const threads = readdirSync('/proc/self/task').map((id) => ({
    pooled: readFileSync(`/proc/self/task/${id}/comm`, 'utf8').startsWith('libuv-worker'),
    priority: getPriority(Number(id)),
  }));
  for (const { pooled, priority } of threads)
    expect(priority).toBe(pooled ? Math.max(before, constants.priority.PRIORITY_BELOW_NORMAL) : before);
});
