-- The job row is the queue: whoever delivers claims rows, and a sweep finds what a lost event left.
create table jobs (
  id uuid primary key default uuidv7(),
  agent_id uuid not null,
  agent_hostname text not null,
  client_id uuid,
  site_id uuid,
  group_id uuid,
  batch_id uuid,
  script_id uuid,
  task_id uuid,
  shell text not null check (shell in ('bash', 'sh', 'powershell', 'cmd', 'python')),
  script text not null,
  content_sha256 text not null,
  risk_hints jsonb not null default '[]',
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
  exit_code bigint,
  stdout text not null default '',
  output_truncated boolean not null default false,
  late_result jsonb,
  error text,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  sent_at timestamptz,
  -- The agent has it durably; unset while it may have to be sent again.
  accepted_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz
);
create index jobs_created_idx on jobs (created_at desc, id desc);
create index jobs_agent_idx on jobs (agent_id, created_at desc, id desc);
create index jobs_batch_idx on jobs (batch_id) where batch_id is not null;
create index jobs_awaiting_idx on jobs (created_at desc, id desc) where status = 'awaiting_approval';
-- What a device still has to get or to answer; small, because finished jobs leave it.
create index jobs_open_idx on jobs (agent_id, status, created_at) where status in ('dispatched', 'sent', 'running', 'cancel_requested');
create index jobs_failed_idx on jobs (finished_at desc) where status = 'failed';
create index jobs_approved_idx on jobs (content_sha256, decided_at desc) where approved_by is not null;

-- Output while a job runs, in pieces by byte offset. The result carries the whole kept output and replaces them.
create table job_output (
  job_id uuid not null references jobs (id) on delete cascade,
  byte_offset bigint not null,
  byte_length integer not null,
  content text not null,
  primary key (job_id, byte_offset)
);
