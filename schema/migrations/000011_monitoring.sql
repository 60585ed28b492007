-- Policies, checks and what runs where. Check results are in 000012.
create table policies (
  id uuid primary key default uuidv7(),
  name text not null,
  description text not null default '',
  -- Who made it: they may change it while it reaches nothing, whatever their scope.
  created_by uuid references users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index policies_name_idx on policies (lower(name), id);

-- scope_id has no foreign key, as in user_scopes: whoever deletes a place or a device removes its rows (domain/place-removed.ts).
create table policy_assignments (
  id uuid primary key default uuidv7(),
  policy_id uuid not null references policies (id) on delete cascade,
  scope_type text not null check (scope_type in ('client', 'site', 'group', 'agent')),
  scope_id uuid not null,
  created_at timestamptz(3) not null default now(),
  unique (policy_id, scope_type, scope_id)
);
create index policy_assignments_target_idx on policy_assignments (scope_type, scope_id);

create table checks (
  id uuid primary key default uuidv7(),
  type text not null,
  name text not null,
  -- By type, as schema/checks.ts declares it.
  config jsonb not null default '{}',
  warn_threshold double precision,
  err_threshold double precision,
  interval_sec integer not null default 60 check (interval_sec between 10 and 86400),
  failure_count integer not null default 2 check (failure_count between 1 and 100),
  recovery_count integer not null default 2 check (recovery_count between 1 and 100),
  hysteresis double precision not null default 2 check (hysteresis between 0 and 100),
  cooldown_sec integer not null default 300 check (cooldown_sec between 0 and 604800),
  timeout_sec integer not null default 180 check (timeout_sec between 5 and 86400),
  enabled boolean not null default true,
  agent_id uuid references devices (id) on delete cascade,
  policy_id uuid references policies (id) on delete cascade,
  -- Proposed when its alert is raised: {script_id | shell, script, args, env, timeout_sec, max_per_hour}.
  remediation jsonb,
  -- Library scripts that it names; they cannot be deleted meanwhile.
  script_id uuid generated always as ((config ->> 'script_id')::uuid) stored references scripts (id),
  remediation_script_id uuid generated always as ((remediation ->> 'script_id')::uuid) stored references scripts (id),
  -- Grows with each save, so that what a server holds in memory is known to be old.
  revision integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (num_nonnulls(agent_id, policy_id) = 1)
);
create index checks_name_idx on checks (lower(name), id);
create index checks_agent_idx on checks (agent_id, id) where agent_id is not null;
create index checks_policy_idx on checks (policy_id, id) where policy_id is not null;
create index checks_script_idx on checks (script_id) where script_id is not null;
create index checks_remediation_script_idx on checks (remediation_script_id) where remediation_script_id is not null;

-- Which devices a policy reaches; a device that several assignments name is there once.
create view policy_devices as
  select a.policy_id, d.id as device_id from policy_assignments a join devices d on d.id = a.scope_id where a.scope_type = 'agent'
  union
  select a.policy_id, d.id from policy_assignments a join devices d on d.group_id = a.scope_id where a.scope_type = 'group'
  union
  select a.policy_id, d.id from policy_assignments a join devices d on d.site_id = a.scope_id where a.scope_type = 'site'
  union
  select a.policy_id, d.id from policy_assignments a join devices d on d.client_id = a.scope_id where a.scope_type = 'client';

-- What runs on which device: its own checks and those that it inherits.
create view effective_checks as
  select c.agent_id as device_id, c.id as check_id, null::uuid as policy_id from checks c where c.enabled and c.agent_id is not null
  union all
  select p.device_id, c.id, c.policy_id from checks c join policy_devices p on p.policy_id = c.policy_id where c.enabled;

-- State of one check on one device, and the execution that is under way: at most one. No index holds what changes with a
-- result, so that it is written in place (HOT); deadlines are kept in memory and found again by a scan after a restart.
create table check_instances (
  device_id uuid not null references devices (id) on delete cascade,
  -- no foreign key: domain/check-runs/ removes rows of deleted checks, in batches
  check_id uuid not null,
  status text not null default 'unknown' check (status in ('ok', 'warning', 'error', 'unknown')),
  -- Consecutive readings that failed, that succeeded, and executions that timed out.
  failures integer not null default 0,
  successes integer not null default 0,
  timeouts integer not null default 0,
  -- Severity of the condition that is raised now.
  raised text check (raised in ('warning', 'error')),
  timeout_raised boolean not null default false,
  -- The same condition is not raised again before: a failing check, and one that times out.
  cooldown_until timestamptz(3),
  timeout_cooldown_until timestamptz(3),
  -- Grows when somebody resolves an alert, so that a result judged by the older streaks meanwhile is judged again.
  resets integer not null default 0,
  last_value double precision,
  last_output text,
  last_result_at timestamptz(3),
  -- Under way; sent_at stays when it ends, and says when the check was last sent.
  execution_id uuid,
  sent_at timestamptz(3),
  deadline_at timestamptz(3),
  -- The one that ended last: its result may come again, when the acknowledgement was lost.
  ended_execution_id uuid,
  check ((execution_id is null) = (deadline_at is null)),
  primary key (device_id, check_id)
) with (fillfactor = 60);
create index check_instances_check_idx on check_instances (check_id, device_id);

-- Devices, policies and checks whose effective checks have to be worked out again: written by the triggers below in the
-- transaction of the change, so that no change of what runs where is forgotten, and worked off by domain/check-runs/.
create table check_instances_stale (
  id bigint primary key generated always as identity,
  device_id uuid,
  policy_id uuid,
  check_id uuid,
  check (num_nonnulls(device_id, policy_id, check_id) = 1)
);

create function stale_device() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' or (new.client_id, new.site_id, new.group_id) is distinct from (old.client_id, old.site_id, old.group_id) then
    insert into check_instances_stale (device_id) values (new.id);
  end if;
  return null;
end $$;
create trigger stale_device_insert after insert on devices for each row execute function stale_device();
create trigger stale_device_move after update of client_id, site_id, group_id on devices for each row execute function stale_device();

create function stale_policy() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into check_instances_stale (policy_id) values (coalesce(new.policy_id, old.policy_id));
  return null;
end $$;
create trigger stale_policy after insert or update or delete on policy_assignments for each row execute function stale_policy();

create function stale_check() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into check_instances_stale (check_id) values (coalesce(new.id, old.id));
  return null;
end $$;
create trigger stale_check after insert or update or delete on checks for each row execute function stale_check();
