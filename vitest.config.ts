import { defineConfig } from 'vitest/config';

/**
 * Where other servers have been closed before, a socket that has just been opened is ended now and then (1006, and no reason):
 * in 8 of 33 runs of these files that shared their processes, in none of 12 in processes of their own (docs/status.md).
 */
const alone = ['test/realtime/**/*.test.ts'];

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'sockets', include: alone, isolate: true } },
      { extends: true, test: { name: 'shared', include: ['test/**/*.test.ts'], exclude: alone } },
    ],
    globalSetup: ['test/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 3,
    // Files share what they import: half of a run went into importing it anew. Nothing here mocks a module, and each file has a
    // server and a database of its own.
    isolate: false,
    // Generous, for a busy machine: a test that waits for something fails by its own poll first.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One second, which is the default, is a pause of such a machine.
    expect: { poll: { timeout: 20_000 } },
  },
});
