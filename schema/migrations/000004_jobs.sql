-- What runs, once for all the jobs that run it: 256 KiB for 5,000 devices is one row, not 1.3 GB. Named by the SHA-256 of
-- exactly what is approved (domain/jobs/content.ts), so a row never changes.
create table job_contents (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  shell text not null check (shell in ('bash', 'sh', 'powershell', 'cmd', 'python')),
  script text not null,
  risk_hints jsonb not null default '[]'
);

-- The job row is the queue: whoever delivers claims rows, and a sweep finds what a lost event left.
-- Times hold milliseconds, so that a cursor made of the API's form of them finds its place exactly.
create table jobs (
  id uuid primary key default uuidv7(),
  -- no foreign key: finished jobs outlive their device, with its name and last placement
  agent_id uuid not null,
  agent_hostname text not null,
  client_id uuid,
  site_id uuid,
  group_id uuid,
  -- written with the device's deletion, so that its jobs are found without asking for every job whether its device lives
  device_deleted boolean not null default false,
  batch_id uuid,
  script_id uuid,
  task_id uuid,
  shell text not null check (shell in ('bash', 'sh', 'powershell', 'cmd', 'python')),
  content_sha256 text not null references job_contents (sha256),
  description text not null default '',
  require_approval boolean not null default true,
  timeout_sec integer not null check (timeout_sec between 10 and 86400),
  source text not null check (source in ('api', 'console', 'chat', 'mcp', 'task', 'bulk')),
  status text not null check (status in ('awaiting_approval', 'dispatched', 'sent', 'running', 'cancel_requested',
    'completed', 'failed', 'rejected', 'cancelled', 'expired')),
  proposed_by jsonb not null,
  approved_by jsonb,
  rejected_by jsonb,
  decision_reason text,
  -- What the agent reported; set once, also by a result that came late.
  outcome text check (outcome in ('exited', 'timed_out', 'cancelled', 'interrupted', 'no_interpreter', 'refused')),
  exit_code bigint,
  stdout text not null default '',
  output_truncated boolean not null default false,
  late_result jsonb,
  error text,
  created_at timestamptz(3) not null default now(),
  decided_at timestamptz(3),
  sent_at timestamptz(3),
  -- The agent has it durably; unset while it may have to be sent again.
  accepted_at timestamptz(3),
  started_at timestamptz(3),
  finished_at timestamptz(3)
);
create index jobs_created_idx on jobs (created_at desc, id desc);
create index jobs_agent_idx on jobs (agent_id, created_at desc, id desc);
create index jobs_deleted_idx on jobs (created_at desc, id desc) where device_deleted;
create index jobs_batch_idx on jobs (batch_id) where batch_id is not null;
create index jobs_status_idx on jobs (status, created_at desc, id desc);
-- What a device still has to get or to answer; small, because finished jobs leave it.
create index jobs_open_idx on jobs (agent_id, status, created_at) where status in ('dispatched', 'sent', 'running', 'cancel_requested');
-- What expires when nobody fetches it.
create index jobs_undelivered_idx on jobs (decided_at) where status = 'dispatched';
create index jobs_failed_idx on jobs (finished_at desc) where status = 'failed';
-- Has exactly this been approved before, and what was last approved under this name?
create index jobs_approved_idx on jobs (content_sha256) where approved_by is not null;
create index jobs_previous_idx on jobs (description, shell, decided_at desc) where approved_by is not null and description <> '';

-- Output while a job runs, in pieces by byte offset. The result carries the whole kept output and replaces them.
create table job_output (
  job_id uuid not null references jobs (id) on delete cascade,
  byte_offset bigint not null,
  byte_length integer not null,
  content text not null,
  primary key (job_id, byte_offset)
);
