import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
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
