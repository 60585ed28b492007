/** The device list and the dashboard at 50,000 devices, for somebody who sees everything and for a scoped technician. */
import { randomBytes } from 'node:crypto';
import { hashToken, newToken } from '../domain/tokens.ts';
import { fillFleet } from './fill.ts';
import { load } from './load.ts';
import { machine, percentile, report } from './measure.ts';
import { startBenchServer } from './server.ts';

const DEVICES = Number(process.argv[2] ?? 50_000);
const SECONDS = 5;

machine();
const server = await startBenchServer();
try {
  const { clients } = await fillFleet(server.sql, DEVICES);
  await server.sql`update devices set status = 'online' where id in (select id from devices order by id limit ${Math.floor(DEVICES * 0.95)})`;
  await server.sql`vacuum analyze devices`;
  const everything = await signIn([]);
  const scoped = await signIn(clients.slice(0, 4));
  for (const [who, token] of [
    ['unscoped', everything],
    ['scoped to 4 of 20 companies', scoped],
  ] as const) {
    await measure(`GET /api/devices?limit=200, ${who}`, '/api/devices?limit=200', token);
    await measure(`GET /api/devices?limit=200&offset=25000, ${who}`, '/api/devices?limit=200&offset=8000', token);
    await measure(`GET /api/dashboard, ${who}`, '/api/dashboard', token);
  }
  await measure('GET /api/devices?q=host-0123, unscoped', '/api/devices?limit=200&q=host-0123', everything);
  await measure('GET /api/devices?sort=client, unscoped', '/api/devices?limit=200&sort=client', everything);
} finally {
  await server.stop();
}

async function measure(what: string, path: string, token: string): Promise<void> {
  const target = { url: server.url, path, headers: { Authorization: `Bearer ${token}` }, connections: 1 };
  await load({ ...target, seconds: 1 });
  const { latencies } = await load({ ...target, seconds: SECONDS });
  const asked = path === '/api/devices?limit=200' || path === '/api/dashboard' ? { atMost: 25 } : {};
  report(`${what}, p95`, percentile(latencies, 0.95), 'ms', asked);
}

async function signIn(scope: string[]): Promise<string> {
  const token = newToken('session', randomBytes);
  const [user] = await server.sql<
    { id: string }[]
  >`insert into users (username, role_key) values (${`bench-${scope.length}`}, 'admin') returning id`;
  const id = user?.id ?? '';
  for (const client of scope)
    await server.sql`insert into user_scopes (user_id, scope_type, scope_id) values (${id}, 'client', ${client})`;
  await server.sql`insert into sessions (user_id, token_hash, expires_at) values (${id}, ${hashToken(token)}, now() + interval '1 day')`;
  return token;
}
