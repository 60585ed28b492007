/**
 * Checks: whole cycles a second (execution, dispatch, result over a real socket, history, state, alert decision), results
 * alone, and what the schedule of a fleet costs, beside what PostgreSQL does with the same rows by itself.
 * `node bench/checks.ts [cycles|results|schedule|all] [seconds]`
 */
import { connect } from '../runtime/database.ts';
import { cpuOfAll, fillChecks, metric, startCheckClient } from './check-fleet.ts';
import { machine, report, sleep } from './measure.ts';
import { type BenchServer, startBenchServer } from './server.ts';

const PART = process.argv[2] ?? 'all';
const SECONDS = Number(process.argv[3] ?? 60);
const TOKEN = 'bench-metrics-token';
const recorded = (server: BenchServer) => metric(server, 'rmm_check_results_total', TOKEN);

let ceiling = 0;

machine();
if (PART === 'all' || PART === 'cycles') await cycles();
if (PART === 'all' || PART === 'results') await results();
if (PART === 'all' || PART === 'schedule') await schedule();

/** Each check every ten seconds, the shortest interval there is: 11,000 a second are offered. */
async function cycles(): Promise<void> {
  const perSec = await steady({
    title: 'whole cycles',
    devices: 2000,
    checks: 55,
    intervalSec: 10,
    asked: { atLeast: 10_000 },
  });
  report('whole cycles, share of what PostgreSQL does alone', (perSec / ceiling) * 100, '%');
}

/** A fleet at rest: ten checks a minute on each of 10,000 devices. */
async function schedule(): Promise<void> {
  await steady({
    title: 'schedule of 10,000 x 10 a minute',
    devices: 10_000,
    checks: 10,
    intervalSec: 60,
    asked: { atLeast: 1650 },
    coreAtMost: 35,
  });
}

interface Steady {
  title: string;
  devices: number;
  checks: number;
  intervalSec: number;
  asked: { atLeast: number };
  /** Percent of one core for server and database together. */
  coreAtMost?: number;
}

async function steady({ title, devices, checks, intervalSec, asked, coreAtMost }: Steady): Promise<number> {
  const server = await startBenchServer({ RMM_METRICS_TOKEN: TOKEN });
  const client = startCheckClient();
  try {
    const fleet = await fillChecks(server, devices, checks, intervalSec);
    await client.ask({ connect: fleet, url: `${server.url.replace('http', 'ws')}/ws/agent`, hold: false });
    // The first run of each comes within three seconds of the connect; the next one at its place on the grid.
    await sleep(1000 * (Math.min(intervalSec, 30) + 15));
    await metric(server, 'rmm_event_loop_lag_seconds', TOKEN); // begins anew at each look
    const [before, count] = [await cpuOfAll(server, client), await recorded(server)];
    const start = performance.now();
    await sleep(SECONDS * 1000);
    const lagMs = (await metric(server, 'rmm_event_loop_lag_seconds', TOKEN)) * 1000;
    const [after, end] = [await cpuOfAll(server, client), await recorded(server)];
    const elapsed = (performance.now() - start) / 1000;
    const done = end - count;
    report(title, done / elapsed, '/s', asked);
    report(`${title}, event-loop lag p99`, lagMs, 'ms', { atMost: 50 });
    report(
      `${title}, timed out or not sent`,
      (await metric(server, 'rmm_check_timeouts_total', TOKEN)) +
        (await metric(server, 'rmm_check_dispatch_failures_total', TOKEN)),
      '',
      { atMost: 0 },
    );
    for (const who of ['server', 'postgres', 'client'] as const)
      report(`${title}, CPU of ${who}, each`, ((after[who] - before[who]) / done) * 1e6, 'us');
    const core = ((after.server - before.server + after.postgres - before.postgres) / elapsed) * 100;
    report(`${title}, server and database`, core, '% core', coreAtMost === undefined ? {} : { atMost: coreAtMost });
    client.stop();
    await sleep(2000);
    if (intervalSec === 10) ceiling = await rawCeiling(server);
    return done / elapsed;
  } finally {
    client.stop();
    await server.stop();
  }
}

/** Executions that are pending already: their results as fast as the server takes them. */
async function results(): Promise<void> {
  const [devices, checks] = [1000, Math.min(400, 20 * SECONDS)];
  const server = await startBenchServer({ RMM_METRICS_TOKEN: TOKEN });
  const client = startCheckClient();
  try {
    const fleet = await fillChecks(server, devices, checks, 86_400);
    await server.sql`update check_instances set execution_id = uuidv7(), sent_at = now(), deadline_at = now() + interval '1 hour'`;
    await server.sql`vacuum analyze check_instances`;
    await client.ask({ connect: fleet, url: `${server.url.replace('http', 'ws')}/ws/agent`, hold: true });
    while ((await client.ask({ received: true })) < devices * checks) await sleep(200);
    await metric(server, 'rmm_event_loop_lag_seconds', TOKEN);
    const before = await cpuOfAll(server, client);
    const elapsedMs = await client.ask({ answer: true });
    const lagMs = (await metric(server, 'rmm_event_loop_lag_seconds', TOKEN)) * 1000;
    const after = await cpuOfAll(server, client);
    const count = await recorded(server);
    const perSec = (count / elapsedMs) * 1000;
    report('results alone', perSec, '/s', { atLeast: 20_000 });
    report('results alone, event-loop lag p99', lagMs, 'ms');
    for (const who of ['server', 'postgres', 'client'] as const)
      report(`results alone, CPU of ${who}, each`, ((after[who] - before[who]) / count) * 1e6, 'us');
    client.stop();
    await sleep(2000);
    const raw = await rawCeiling(server);
    report('results alone, share of what PostgreSQL does alone', (perSec / raw) * 100, '%');
  } finally {
    client.stop();
    await server.stop();
  }
}

/** History and state in one statement for 500 instances, one connection, five seconds, nothing else. */
async function rawCeiling({ sql, databaseUrl }: BenchServer): Promise<number> {
  const raw = connect(databaseUrl, { max: 1 });
  await sql`create table raw_instances (like check_instances including all) with (fillfactor = 60)`;
  await sql`grant all on raw_instances to public`;
  await sql`insert into raw_instances select * from check_instances order by device_id, check_id limit 50000`;
  await sql`vacuum analyze raw_instances`;
  const pairs = await sql<{ device_id: string; check_id: string }[]>`select device_id, check_id from raw_instances`;
  let written = 0;
  const start = performance.now();
  while (performance.now() - start < 5000) {
    const batch = pairs.slice(written % 49_500, (written % 49_500) + 500);
    const column = (name: 'device_id' | 'check_id') => `{${batch.map((pair) => pair[name]).join(',')}}`;
    await raw`
      with r as (select * from unnest(${column('device_id')}::uuid[], ${column('check_id')}::uuid[]) r (device_id, check_id)),
      state as (update raw_instances i set status = 'ok', successes = 2, last_value = 42.5, last_result_at = now() from r
        where i.device_id = r.device_id and i.check_id = r.check_id)
      insert into check_results (at, device_id, check_id, execution_id, status, value, output)
      select now(), device_id, check_id, uuidv7(), 'ok', 42.5, '42.5 % of / is used' from r`;
    written += batch.length;
  }
  const perSec = (written / (performance.now() - start)) * 1000;
  await raw.end();
  report('history and state by PostgreSQL alone, one connection', perSec, 'rows/s');
  return perSec;
}
