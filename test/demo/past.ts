/**
 * The past of the demo. Nothing of it happened: these are made-up readings of the last two days, written into the demo's
 * database so that charts have something to show on a first visit. From the start on, what is shown was really answered.
 */
import type { Pool } from '../../domain/sql.ts';
import type { Machine } from './machines.ts';
import type { MadeCheck } from './policies.ts';
import { readingOf } from './readings.ts';
import { health, type Story } from './signals.ts';

const DAY_MS = 86_400_000;
const STEP_MS = 3 * 60_000;
/** Types whose values are worth a chart. */
const charted = ['diskspace', 'cpuload', 'memory', 'http'];
/** Only so many machines of each policy: more would keep a first start waiting. */
const MACHINES = 4;

export interface Placed {
  id: string;
  machine: Machine;
}

/** Two days for the servers and a few workstations: readings of checks and health of all, every three minutes. */
export async function inventPast(sql: Pool, devices: Placed[], checks: MadeCheck[], story: Story): Promise<void> {
  const until = story.since - (story.since % STEP_MS);
  const times = Array.from({ length: (2 * DAY_MS) / STEP_MS }, (_, index) => until - 2 * DAY_MS + index * STEP_MS);
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  await sql`select ensure_day_partitions(${day(until - 2 * DAY_MS)}::text::date, ${day(until)}::text::date)`;
  await inventResults(sql, pairsOf(devices, checks), times, story);
  await inventHealth(sql, devices, times, story);
}

/** Simulated machines with the checks that are charted: servers first, as many of the others. */
function pairsOf(devices: Placed[], checks: MadeCheck[]) {
  const policyOf = ({ machine }: Placed) => (machine.facts.hostname.includes('-srv') ? 'Servers' : 'Workstations');
  return ['Servers', 'Workstations'].flatMap((policy) =>
    devices
      .filter((one) => policyOf(one) === policy)
      .slice(0, MACHINES)
      .flatMap((device) =>
        checks
          .filter((check) => check.policy === policy && charted.includes(check.type))
          .map((check) => ({ device, check })),
      ),
  );
}

async function inventResults(sql: Pool, pairs: ReturnType<typeof pairsOf>, times: number[], story: Story) {
  for (const { device, check } of pairs) {
    const readings = times.map((at) => readingOf(device.machine, story, check, at));
    await sql`
      insert into check_results (at, device_id, check_id, execution_id, status, value, output, duration_ms)
      select r.at, ${device.id}::uuid, ${check.id}::uuid, gen_random_uuid(), case
          when r.value >= ${check.err}::float8 then 'error' when r.value >= ${check.warn}::float8 then 'warning' else 'ok' end,
        r.value, r.output, 3
      from unnest(${times.map((at) => new Date(at).toISOString())}::timestamptz[], ${readings.map(({ value }) => value)}::float8[],
        ${readings.map(({ output }) => output)}::text[]) r (at, value, output)`;
  }
  await sql`
    insert into check_result_hours (hour, device_id, check_id, samples, average, minimum, maximum, warnings, errors)
    select date_trunc('hour', at), device_id, check_id, count(*), avg(value), min(value), max(value),
      count(*) filter (where status = 'warning'), count(*) filter (where status = 'error')
    from check_results where at < date_trunc('hour', now()) group by 1, 2, 3 on conflict do nothing`;
}

async function inventHealth(sql: Pool, devices: Placed[], times: number[], story: Story) {
  for (const { id, machine } of devices) {
    const samples = times.map((at) => health(machine, at, story));
    const column = (name: keyof (typeof samples)[number]) => samples.map((sample) => sample[name]);
    await sql`
      insert into device_health (at, device_id, cpu_percent, memory_percent, disk_percent, received_bytes_per_sec, sent_bytes_per_sec)
      select h.at, ${id}::uuid, h.cpu, h.memory, h.disk, h.received, h.sent
      from unnest(${times.map((at) => new Date(at).toISOString())}::timestamptz[], ${column('cpu_percent')}::real[],
        ${column('memory_percent')}::real[], ${column('disk_percent')}::real[], ${column('received_bytes_per_sec')}::real[],
        ${column('sent_bytes_per_sec')}::real[]) h (at, cpu, memory, disk, received, sent)`;
  }
  await sql`
    insert into device_health_hours (hour, device_id, samples, cpu_percent, memory_percent, disk_percent, received_bytes_per_sec, sent_bytes_per_sec)
    select date_trunc('hour', at), device_id, count(*), avg(cpu_percent), avg(memory_percent), avg(disk_percent),
      avg(received_bytes_per_sec), avg(sent_bytes_per_sec)
    from device_health where at < date_trunc('hour', now()) group by 1, 2 on conflict do nothing`;
}
