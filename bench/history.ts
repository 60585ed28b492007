/** What a chart and a page of results cost over 90 days of one check, with a year of partitions. */

import { fillChecks, postgresCpuSec } from './check-fleet.ts';
import { cpuSec, machine, percentile, report } from './measure.ts';
import { startBenchServer } from './server.ts';

const DAYS = 365;
const ROUNDS = 30;

machine();
const server = await startBenchServer();
try {
  const { sql } = server;
  const [device] = await fillChecks(server, 50, 4, 3600);
  const [check] = await sql<{ id: string }[]>`select id from checks limit 1`;
  for (let first = DAYS; first > 0; first -= 40)
    await sql`select ensure_day_partitions((current_date - ${first}::int)::date, (current_date - greatest(${first}::int - 39, 0))::date)`;
  // One check of one device each minute, the other devices each hour around it, and the hours of all of it.
  await sql`
    insert into check_results (at, device_id, check_id, execution_id, status, value, output)
    select t, ${device?.id ?? ''}, ${check?.id ?? ''}, uuidv7(), 'ok', 40 + random() * 20, '42.5 % of / is used'
    from generate_series(now() - interval '90 days', now(), interval '1 minute') t`;
  await sql`
    insert into check_results (at, device_id, check_id, execution_id, status, value, output)
    select t, i.device_id, i.check_id, uuidv7(), 'ok', 40 + random() * 20, '42.5 % of / is used'
    from generate_series(now() - interval '364 days', now(), interval '1 hour') t, check_instances i
    where (i.device_id, i.check_id) <> (${device?.id ?? ''}, ${check?.id ?? ''})`;
  await sql`
    insert into check_result_hours (hour, device_id, check_id, samples, average, minimum, maximum)
    select date_trunc('hour', at), device_id, check_id, count(*), avg(value), min(value), max(value) from check_results
    where at < date_trunc('hour', now()) group by 1, 2, 3 on conflict do nothing`;
  await sql`
    insert into device_health (at, device_id, cpu_percent, memory_percent)
    select t, ${device?.id ?? ''}, random() * 100, random() * 100 from generate_series(now() - interval '90 days', now(), interval '1 minute') t`;
  await sql`
    insert into device_health_hours (hour, device_id, samples, cpu_percent, memory_percent)
    select date_trunc('hour', at), device_id, count(*), avg(cpu_percent), avg(memory_percent) from device_health
    where at < date_trunc('hour', now()) group by 1, 2 on conflict do nothing`;
  await sql`insert into rolled_hours (hour, rolled_at) values (date_trunc('hour', now()) - interval '1 hour', now()) on conflict do nothing`;
  await sql`vacuum analyze`;
  const since = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const results = `/api/checks/${check?.id}/results`;
  await measure('chart of 90 days of one check', `${results}?agent_id=${device?.id}&since=${since(90)}`, 50);
  await measure('chart of 2 days of one check', `${results}?agent_id=${device?.id}&since=${since(2)}`, 50);
  await measure('newest 200 results of one check on one device', `${results}?agent_id=${device?.id}`, 50);
  await measure('newest 200 results of one check on 50 devices', results, 50);
  await measure('results of one device 89 days ago', `${results}?agent_id=${device?.id}&until=${since(89)}`, 50);
  await measure('health of a device over 90 days', `/api/devices/${device?.id}/metrics?since=${since(90)}`, 50);
  await measure('health of a device over 24 hours', `/api/devices/${device?.id}/metrics`, 50);
} finally {
  await server.stop();
}

async function measure(what: string, path: string, atMost: number): Promise<void> {
  const latencies: number[] = [];
  const cpu = async () => cpuSec(server.pid) + (await postgresCpuSec(server.sql));
  const before = await cpu();
  for (let round = 0; round < ROUNDS + 5; round++) {
    const start = performance.now();
    await server.call('GET', path);
    if (round >= 5) latencies.push(performance.now() - start);
  }
  report(`${what}, p50`, percentile(latencies, 0.5), 'ms', { atMost });
  report(`${what}, p99`, percentile(latencies, 0.99), 'ms');
  report(`${what}, CPU of server and database`, (((await cpu()) - before) / (ROUNDS + 5)) * 1000, 'ms');
}
