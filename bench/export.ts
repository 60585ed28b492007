/** A million audit entries as CSV: how long, and what the server's memory does; then a client that reads nothing. */
import { connect } from 'node:net';
import { z } from 'zod';
import { ExportLink } from '../schema/exports.ts';
import { machine, report, rssKib, sleep } from './measure.ts';
import { ADMIN_TOKEN, startBenchServer } from './server.ts';

const ROWS = Number(process.argv[2] ?? 1_000_000);
const STALLED_SEC = 20;
const METRICS_TOKEN = 'metrics-of-the-bench';

machine();
const server = await startBenchServer({ RMM_METRICS_TOKEN: METRICS_TOKEN });
try {
  await server.sql`
    insert into audit_entries (at, actor_kind, actor_id, actor_name, action, target_kind, target_id, target_name, outcome, details, ip, user_agent, request_id)
    select now() - i * interval '10 seconds', 'user', gen_random_uuid()::text, 'person ' || i % 50, 'device.update', 'device',
      gen_random_uuid()::text, 'host-' || i, 'success', '{"fields":["note"]}', '203.0.113.7', 'Mozilla/5.0 (X11; Linux x86_64)', gen_random_uuid()::text
    from generate_series(1, ${ROWS}::int) i`;
  await server.sql`vacuum analyze audit_entries`;
  await download(await target());
  const idle = rssKib(server.pid);
  await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } }); // the lag counts from here
  const { seconds, bytes, lines, peakKib } = await download(await target());
  if (lines <= ROWS) throw new Error(`${lines} lines of ${ROWS}`);
  report(`${ROWS} audit entries as CSV`, seconds, 's');
  report('rows a second', ROWS / seconds, 'rows/s');
  report('size', bytes / 2 ** 20, 'MiB');
  report('RSS of the server meanwhile, above the second before', (peakKib - idle) / 1024, 'MiB', { atMost: 50 });
  report('RSS of the server at most', peakKib / 1024, 'MiB');
  report('event-loop lag meanwhile, p99', (await lagSec()) * 1000, 'ms', { atMost: 50 });
  await stall(idle);
} finally {
  await server.stop();
}

async function target(): Promise<string> {
  const { url } = ExportLink.parse(await server.call('POST', '/api/exports/csv', { kind: 'audit' }));
  return url.slice(url.indexOf('/api/'));
}

async function download(path: string) {
  const start = performance.now();
  const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } });
  let [bytes, lines, peakKib] = [0, 0, 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) lines += 1;
    peakKib = Math.max(peakKib, rssKib(server.pid));
  }
  return { seconds: (performance.now() - start) / 1000, bytes, lines, peakKib };
}

async function lagSec(): Promise<number> {
  const text = await (
    await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  ).text();
  return z.coerce.number().parse(/^rmm_event_loop_lag_seconds (\S+)$/m.exec(text)?.[1]);
}

async function stall(idle: number): Promise<void> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`GET ${await target()} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\n\r\n`);
  socket.pause();
  let peakKib = 0;
  for (let second = 0; second < STALLED_SEC; second++) {
    await sleep(1000);
    peakKib = Math.max(peakKib, rssKib(server.pid));
  }
  socket.destroy();
  report(`RSS of the server, ${STALLED_SEC} s of a client that reads nothing`, (peakKib - idle) / 1024, 'MiB', {
    atMost: 50,
  });
}
