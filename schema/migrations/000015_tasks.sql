-- Scheduled tasks: scripts that run on devices by the clock.
create table tasks (
  id uuid primary key default uuidv7(),
  name text not null,
  description text not null default '',
  -- One of the library, or a text of its own.
  script_id uuid references scripts (id),
  shell text check (shell in ('bash', 'sh', 'powershell', 'cmd', 'python')),
  script text,
  args text[] not null default '{}',
  env jsonb not null default '{}',
  timeout_sec integer not null default 3600 check (timeout_sec between 10 and 86400),
  schedule_kind text not null check (schedule_kind in ('interval', 'daily', 'weekly', 'once')),
  interval_sec integer check (interval_sec >= 60),
  run_at_minute integer check (run_at_minute between 0 and 1439),
  days_of_week integer[],
  run_at_minutes integer[],
  run_at timestamptz(3),
  -- From when an interval is counted: when it was last set.
  interval_from timestamptz(3) not null default now(),
  timezone text not null default 'UTC',
  run_missed boolean not null default true,
  enabled boolean not null default true,
  agent_id uuid references devices (id) on delete cascade,
  policy_id uuid references policies (id) on delete cascade,
  -- Null: never again (a once that has run, or a disabled task).
  next_run_at timestamptz(3),
  last_run_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (num_nonnulls(agent_id, policy_id) = 1),
  check ((script_id is null) = (shell is not null and script is not null))
);
create index tasks_due_idx on tasks (next_run_at) where enabled and next_run_at is not null;
create index tasks_name_idx on tasks (lower(name), id);
create index tasks_agent_idx on tasks (agent_id, id) where agent_id is not null;
create index tasks_policy_idx on tasks (policy_id, id) where policy_id is not null;
create index tasks_script_idx on tasks (script_id) where script_id is not null;

-- One row for each run, so that a moment of the schedule runs once whatever crashes.
create table task_runs (
  id uuid primary key default uuidv7(),
  task_id uuid not null references tasks (id) on delete cascade,
  -- The moment of the schedule; of a run by hand the moment it was asked for.
  scheduled_at timestamptz(3) not null,
  started_at timestamptz(3) not null,
  cause text not null check (cause in ('schedule', 'missed', 'manual')),
  dispatched integer not null default 0,
  proposed integer not null default 0,
  -- Devices that still had a job of this task open.
  skipped integer not null default 0,
  -- Devices that cannot run it: their agent is too old, or it is meant for other systems.
  unable integer not null default 0,
  -- Why nothing could run.
  error text,
  -- Who asked for a run by hand.
  asked_by jsonb
);
create unique index task_runs_once_key on task_runs (task_id, scheduled_at) where cause <> 'manual';
create index task_runs_task_idx on task_runs (task_id, id desc);
create index task_runs_started_idx on task_runs (started_at);
create index jobs_task_idx on jobs (task_id, agent_id, created_at desc) where task_id is not null;
-- Has this device still a job of this task, or of this check's remediation, open?
create index jobs_task_open_idx on jobs (task_id, agent_id)
  where task_id is not null and status in ('awaiting_approval', 'dispatched', 'sent', 'running', 'cancel_requested');

-- Which devices run a task.
create view effective_tasks as
  select t.agent_id as device_id, t.id as task_id, null::uuid as policy_id from tasks t where t.enabled and t.agent_id is not null
  union all
  select p.device_id, t.id, t.policy_id from tasks t join policy_devices p on p.policy_id = t.policy_id where t.enabled;

-- A task, a script check and a remediation run without a wait only while they hold one of these in state approved, whose form
-- is exactly what would run now (CONTRACT.md, Standing approval).
create table standing_approvals (
  id uuid primary key default uuidv7(),
  subject_kind text not null check (subject_kind in ('task', 'check', 'remediation')),
  -- The task, or the check.
  subject_id uuid not null,
  subject_name text not null,
  state text not null check (state in ('waiting', 'approved', 'rejected')),
  content_sha256 text not null references job_contents (sha256),
  -- SHA-256 of kind, content, schedule and time limit: what the approval covers (domain/standing-approvals/form.ts).
  form_sha256 text not null,
  -- The schedule in the words of schema/standing-approvals.ts.
  schedule jsonb not null,
  timeout_sec integer not null,
  requested_by jsonb not null,
  requested_at timestamptz(3) not null,
  -- Why it waits, or waited last.
  requested_reason text not null check (requested_reason in ('created', 'changed', 'saved_without_right', 'script_changed')),
  -- Whose approval is in force; null unless approved.
  approver jsonb,
  -- Who is asked at each run: the account, the token, or neither for the bootstrap token.
  approver_user_id uuid references users (id) on delete set null,
  approver_token_id uuid references api_tokens (id) on delete set null,
  decided_by jsonb,
  decided_at timestamptz(3),
  reason text,
  -- The form that was approved last, for a diff.
  approved_content_sha256 text references job_contents (sha256),
  approved_form_sha256 text,
  approved_schedule jsonb,
  approved_timeout_sec integer,
  approved_by jsonb,
  approved_at timestamptz(3),
  updated_at timestamptz(3) not null default now(),
  unique (subject_kind, subject_id),
  check ((state = 'approved') = (approver is not null)),
  check (state <> 'approved' or (approved_form_sha256 = form_sha256) is true)
);
create index standing_approvals_newest_idx on standing_approvals (state, requested_at desc, id desc);

-- Devices that came under an approval by the act of somebody who may not approve: their runs are proposed until somebody who
-- may approves anew.
create table standing_approval_exceptions (
  approval_id uuid not null references standing_approvals (id) on delete cascade,
  device_id uuid not null references devices (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (approval_id, device_id)
);
create index standing_approval_exceptions_device_idx on standing_approval_exceptions (device_id);

-- A subject goes with its device or its policy too, by their foreign keys; its approval goes with it.
create function drop_standing_approvals() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'tasks' then
    delete from standing_approvals where subject_kind = 'task' and subject_id = old.id;
  else
    delete from standing_approvals where subject_kind in ('check', 'remediation') and subject_id = old.id;
  end if;
  return null;
end $$;
create trigger drop_standing_approvals after delete on tasks for each row execute function drop_standing_approvals();
create trigger drop_standing_approvals after delete on checks for each row execute function drop_standing_approvals();

-- Jobs that started without a wait, and why.
alter table jobs
  add column standing_approval_id uuid,
  -- The check whose alert it is to mend.
  add column check_id uuid,
  add column alert_id uuid;
alter table jobs drop constraint jobs_source_check;
alter table jobs add constraint jobs_source_check
  check (source in ('api', 'console', 'chat', 'mcp', 'task', 'bulk', 'remediation'));
create index jobs_remediation_idx on jobs (check_id, agent_id, created_at desc) where check_id is not null;
create index jobs_remediation_open_idx on jobs (check_id, agent_id)
  where check_id is not null and status in ('awaiting_approval', 'dispatched', 'sent', 'running', 'cancel_requested');
create index jobs_alert_idx on jobs (alert_id) where alert_id is not null;
