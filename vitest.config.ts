import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Generous, for a busy machine: a test that waits for something fails by its own poll first.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
