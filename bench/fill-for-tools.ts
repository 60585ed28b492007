/** What a busy fleet has beside its devices, so that the answers of AI tools are as large as they get. */
import type { Sql } from '../runtime/database.ts';
import type { Filled } from './fill.ts';

const BY = { kind: 'user', id: null, name: 'Alexandra Technician', client_host: null, on_behalf_of: null };
/** A line as a script writes it. */
const LINE = '2026-11-20T09:31:27.123Z upgraded package libsomething:amd64 (1.2.3-4, 1.2.3-5) on this machine\n';

/** Departments, jobs, alerts, checks with results, tasks, scripts, programs, inventories, proposals, audit entries. @returns for each tool its smallest input */
export async function fillForTools(sql: Sql, devices: Filled['devices']): Promise<Record<string, object>> {
  const device = devices[Math.floor(devices.length / 2)]?.id ?? '';
  await sql`insert into groups (client_id, site_id, name) select client_id, id, 'Department ' || n from sites, generate_series(1, 2) n`;
  await fillSoftware(sql, device);
  const { job } = await fillJobs(sql, device);
  const { alert, check } = await fillMonitoring(sql, device);
  const { script } = await fillLibrary(sql);
  await fillTrail(sql, devices);
  await sql`vacuum analyze`;
  return {
    ...{
      get_alert: { id: alert },
      get_check_results: { id: check, agent_id: device },
      get_compliance: {},
      get_dashboard: {},
    },
    ...{ get_device: { id: device }, get_inventory: { id: device }, get_job: { id: job }, get_script: { id: script } },
    ...{ get_software_report: {}, list_alerts: {}, list_checks: {}, list_clients: {}, list_device_operations: {} },
    ...{ list_devices: {}, list_groups: {}, list_jobs: {}, list_scripts: {}, list_sites: {}, list_tasks: {} },
    ...{ search_audit: {} },
  };
}

/** 3,000 programs with 60 versions each, 100 on every device; one device with 800 of them and 300 services in its inventory. */
async function fillSoftware(sql: Sql, device: string): Promise<void> {
  await sql`insert into software_products (key, name, manufacturer) select sha256(n::text::bytea), 'program-with-a-name-' || n, 'Some Software Company ' || n % 50 from generate_series(1, 3000) n`;
  await sql`insert into software_versions (product_id, version) select p.id, '1.' || v || '.0-3ubuntu1' from software_products p, generate_series(1, 60) v`;
  await sql`
    insert into device_software (device_id, products, versions)
    select d.id, array_agg(1 + (d.n * 7 + i * 31) % 3000), array_agg(1 + ((d.n * 7 + i * 31) % 3000) * 60 + d.n % 60)
    from (select id, row_number() over (order by id)::int as n from devices) d, generate_series(0, 99) i group by d.id`;
  await sql`
    insert into device_inventory (device_id, section, hash, data, collected_at)
    select ${device}, s.section, 'x', s.data, now() from (values
      ('system', '{"manufacturer":"QEMU","model":"Standard PC","serial":"1","uuid":"1","virtual":true}'::jsonb),
      ('cpu', '{"model":"AMD EPYC 7763","cores":32,"threads":64}'), ('memory', '{"memory_bytes":137438953472}'),
      ('volumes', (select jsonb_agg(jsonb_build_object('mount', '/srv/data/' || n, 'fs', 'ext4', 'size_bytes', 1099511627776, 'used_bytes', 549755813888)) from generate_series(1, 40) n)),
      ('interfaces', (select jsonb_agg(jsonb_build_object('name', 'veth' || n, 'mac', '52:54:00:12:34:56', 'ips', '["10.0.0.1","fe80::5054:ff:fe12:3456"]'::jsonb)) from generate_series(1, 120) n)),
      ('users', (select jsonb_agg(jsonb_build_object('name', 'user' || n, 'uid', n::text, 'home', '/home/user' || n, 'admin', false)) from generate_series(1, 150) n)),
      ('services', (select jsonb_agg(jsonb_build_object('name', 'service-' || n, 'description', 'Does one thing, number ' || n, 'state', 'running', 'start', 'auto')) from generate_series(1, 300) n)),
      ('software', (select jsonb_agg(jsonb_build_object('name', 'package-' || n, 'version', '1.2.3-4ubuntu5', 'manufacturer', 'Ubuntu Developers <ubuntu-devel-discuss@lists.ubuntu.com>',
        'installed_at', null, 'size_bytes', 123456, 'source', 'dpkg')) from generate_series(1, 800) n))
    ) s (section, data)`;
}

/** 5,000 jobs, some of which wait, and one whose script and output are as large as they may be. */
async function fillJobs(sql: Sql, device: string): Promise<{ job: string }> {
  const large = LINE.repeat(11_000).slice(0, 1024 * 1024);
  await sql`
    insert into job_contents (sha256, shell, script)
    values (repeat('a', 64), 'bash', ${LINE.repeat(2700).slice(0, 256 * 1024)}), (repeat('b', 64), 'bash', 'apt-get update')`;
  await sql`
    insert into jobs (agent_id, agent_hostname, client_id, site_id, shell, content_sha256, description, timeout_sec, source, status,
      proposed_by, approved_by, decided_at, exit_code, created_at)
    select d.id, d.hostname, d.client_id, d.site_id, 'bash', repeat('b', 64), 'Update the package lists, because the report of this morning says so', 3600,
      'mcp', case when d.n % 4 = 0 then 'awaiting_approval' else 'completed' end, ${sql.json(BY)}, ${sql.json(BY)}, now(), 0, now() - d.n * interval '1 minute'
    from (select *, row_number() over (order by id) as n from devices limit 5000) d`;
  const [row] = await sql<{ id: string }[]>`
    insert into jobs (agent_id, agent_hostname, shell, content_sha256, description, timeout_sec, source, status, proposed_by, stdout, late_result)
    select id, hostname, 'bash', repeat('a', 64), 'The large one', 3600, 'mcp', 'completed', ${sql.json(BY)}, ${large},
      ${sql.json({ outcome: 'completed', exit_code: 0, stdout: large, received_at: new Date().toISOString() })}
    from devices where id = ${device} returning id`;
  return { job: row?.id ?? '' };
}

/** 2,000 alerts, 300 checks of their own, one with 1,000 results, 300 tasks. */
async function fillMonitoring(sql: Sql, device: string): Promise<{ alert: string; check: string }> {
  await sql`insert into policies (id, name) values (uuidv7(), 'Servers of all customers')`;
  await sql`
    insert into checks (type, name, config, warn_threshold, err_threshold, policy_id)
    select 'diskspace', 'Disk space on servers ' || n, '{"mount": "all"}', 80, 90, p.id from policies p, generate_series(1, 300) n`;
  const [check] = await sql<{ id: string }[]>`
    insert into checks (type, name, config, warn_threshold, err_threshold, agent_id)
    values ('diskspace', 'Disk space here', '{"mount": "all"}', 80, 90, ${device}) returning id`;
  await sql`select ensure_day_partitions((current_date - 2)::date, current_date::date)`;
  await sql`
    insert into check_results (at, device_id, check_id, execution_id, status, value, output)
    select now() - n * interval '1 minute', ${device}, ${check?.id ?? ''}, uuidv7(), 'warning', 83.5, ${LINE.repeat(6)} from generate_series(1, 1000) n`;
  await sql`
    insert into tasks (name, description, shell, script, schedule_kind, run_at_minute, policy_id)
    select 'Nightly maintenance ' || n, 'Cleans up what has been lying around for a month', 'bash', 'true', 'daily', 120, p.id from policies p, generate_series(1, 300) n`;
  const alerts = await sql<{ id: string }[]>`
    insert into alerts (condition_key, kind, source_id, agent_id, agent_hostname, client_id, site_id, title, message, severity, status, observed_value,
      threshold_value, first_seen_at, last_seen_at, raised_at, told_severity, acknowledged_at, acknowledged_by)
    select 'check:' || gen_random_uuid() || ':' || d.id, 'check', gen_random_uuid()::text, d.id, d.hostname, d.client_id, d.site_id, 'Disk space on servers',
      ${LINE.repeat(3)}, 'error', 'acknowledged', 93.5, 90, now(), now(), now(), 'error', now(), ${sql.json(BY)}
    from (select * from devices order by id limit 2000) d returning id`;
  return { alert: alerts[0]?.id ?? '', check: check?.id ?? '' };
}

/** 200 scripts with ten parameters each, one with a text as large as it may be; some proposals. */
async function fillLibrary(sql: Sql): Promise<{ script: string }> {
  const parameters = Array.from({ length: 10 }, (_, n) => ({
    ...{
      name: `PARAMETER_${n}`,
      type: 'text',
      description: 'What it does, in a sentence or two',
      required: n < 2,
      default: null,
    },
    choices: [],
  }));
  const scripts = await sql<{ id: string }[]>`
    insert into scripts (name, description, shell, body, category, parameters)
    select 'Script number ' || n, 'Cleans up what has been lying around for a month', 'bash', ${LINE.repeat(50)}, 'Maintenance', ${sql.json(parameters)}
    from generate_series(1, 200) n returning id`;
  await sql`
    insert into device_operations (kind, reason, device_count, source, proposed_by, proposer_key, fingerprint)
    select 'delete', 'These machines have not been seen for half a year', 5, 'mcp', ${sql.json(BY)}, 'bench', n::text from generate_series(1, 100) n`;
  await sql`
    insert into device_operation_devices (operation_id, agent_id, agent_hostname, client_id, client_name)
    select o.id, d.id, d.hostname, d.client_id, 'Company' from device_operations o, (select * from devices order by id limit 5) d`;
  return { script: scripts[0]?.id ?? '' };
}

/** 20,000 entries. */
async function fillTrail(sql: Sql, devices: Filled['devices']): Promise<void> {
  await sql`
    insert into audit_entries (at, actor_kind, actor_id, actor_name, action, target_kind, target_id, target_name, outcome, details, ip, user_agent, request_id)
    select now() - i * interval '10 seconds', 'user', gen_random_uuid()::text, 'person ' || i % 50, 'device.update', 'device', gen_random_uuid()::text,
      ${devices[0]?.hostname ?? 'host'}, 'success', '{"fields":["note","description","tags"]}', '203.0.113.7',
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36', gen_random_uuid()::text
    from generate_series(1, 20000) i`;
}
