/** An authenticated GET of one device, against the same adapter's hello plus two raw point selects in the same run. */
import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { hashToken, newToken } from '../domain/tokens.ts';
import { fillFleet } from './fill.ts';
import { type Load, load } from './load.ts';
import { machine, percentile, report } from './measure.ts';
import { startBenchServer } from './server.ts';

const SECONDS = Number(process.argv[2] ?? 8);
const CONNECTIONS = 16;

machine();
const server = await startBenchServer();
try {
  const { devices } = await fillFleet(server.sql, 10_000);
  const id = devices[5000]?.id ?? '';
  const token = newToken('session', randomBytes);
  const [user] = await server.sql<
    { id: string }[]
  >`insert into users (username, role_key) values ('bench', 'admin') returning id`;
  await server.sql`insert into sessions (user_id, token_hash, expires_at) values (${user?.id ?? ''}, ${hashToken(token)}, now() + interval '1 day')`;

  const args = [server.databaseUrl, hashToken(token).toString('hex'), id];
  const baseline = fork(new URL('./baseline-server.ts', import.meta.url), args);
  const [{ port }] = (await once(baseline, 'message')) as [{ port: number }];
  const raw = { url: `http://127.0.0.1:${port}`, path: '/', connections: CONNECTIONS };
  const real = {
    url: server.url,
    path: `/api/devices/${id}`,
    headers: { Authorization: `Bearer ${token}` },
    connections: CONNECTIONS,
  };

  // Each is measured twice, alternately, so that what else the machine does falls on both.
  for (const target of [raw, real]) await load({ ...target, seconds: 2 });
  const runs: { raw: Load[]; real: Load[] } = { raw: [], real: [] };
  for (let round = 0; round < 2; round++) {
    runs.raw.push(await load({ ...raw, seconds: SECONDS / 2 }));
    runs.real.push(await load({ ...real, seconds: SECONDS / 2 }));
  }
  const mean = (loads: Load[]) => loads.reduce((sum, { perSec }) => sum + perSec, 0) / loads.length;
  report('hello with two point selects', mean(runs.raw), '/s');
  report('GET /api/devices/{id}, signed in', mean(runs.real), '/s');
  report(
    'p99 of it',
    percentile(
      runs.real.flatMap(({ latencies }) => latencies),
      0.99,
    ),
    'ms',
  );
  report('share of the raw rate', mean(runs.real) / mean(runs.raw), '', { atLeast: 0.7 });
  baseline.disconnect();
} finally {
  await server.stop();
}
