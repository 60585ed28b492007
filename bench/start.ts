/** From the process's start to listening: the first time, and with an existing embedded database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startServerProcess } from '../test/server-process.ts';
import { machine, percentile, report } from './measure.ts';

machine();
const folder = mkdtempSync(join(tmpdir(), 'muster-bench-'));

async function startMs(): Promise<number> {
  // A key of its own keeps the server from building its agent while the start is measured.
  const env = {
    RMM_LISTEN: `127.0.0.1:${await freePort()}`,
    RMM_DATA_DIR: join(folder, 'data'),
    RMM_UPDATE_PUBLIC_KEY: Buffer.alloc(32, 1).toString('base64'),
  };
  const start = performance.now();
  const server = await startServerProcess({ HOME: process.env.HOME ?? '', ...env });
  const elapsed = performance.now() - start;
  await server.kill('SIGTERM');
  return elapsed;
}

report('first start to answering', (await startMs()) / 1000, 's', { atMost: 5 });
const later: number[] = [];
for (let n = 0; n < 5; n++) later.push(await startMs());
report('start to answering with an existing database, median of 5', percentile(later, 0.5) / 1000, 's', {
  atMost: 1.5,
});
rmSync(folder, { recursive: true, force: true });
