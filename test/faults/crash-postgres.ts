import { vi } from 'vitest';
import type { EmbeddedPostgres } from '../../runtime/embedded-postgres.ts';

/** Kills its postmaster as soon as there is one: while it starts again there is none, and the signal would reach the tests themselves. */
export async function crashPostgres(postgres: EmbeddedPostgres): Promise<void> {
  const pid = await vi.waitFor(
    () => {
      const found = postgres.pid();
      if (found === undefined) throw new Error('PostgreSQL does not run');
      return found;
    },
    { timeout: 30_000 },
  );
  process.kill(pid, 'SIGKILL');
}
