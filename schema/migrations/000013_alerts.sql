-- One row per condition: a repeat counts, a recurrence after resolve reopens. Names and place are kept for when the device
-- is gone; while it lives its current place decides who sees the alert (domain/scope.ts, recordInScope).
create table alerts (
  id uuid primary key default uuidv7(),
  -- <kind>:<source id>:<agent_id>
  condition_key text not null unique,
  kind text not null,
  -- The check, for check and check_timeout.
  source_id text not null,
  agent_id uuid not null,
  agent_hostname text not null,
  client_id uuid,
  site_id uuid,
  group_id uuid,
  device_deleted boolean not null default false,
  -- Name of what raised it, and what it said.
  title text not null,
  message text not null default '',
  severity text not null check (severity in ('warning', 'error')),
  status text not null default 'open' check (status in ('open', 'acknowledged', 'resolved')),
  occurrences integer not null default 1,
  observed_value double precision,
  threshold_value double precision,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  -- When it was last raised or reopened; lists are sorted by it, so that repeats move nothing.
  raised_at timestamptz(3) not null,
  acknowledged_at timestamptz(3),
  acknowledged_by jsonb,
  resolved_at timestamptz(3),
  -- Who; null when the condition cleared by itself.
  resolved_by jsonb,
  resolution text check (resolution in ('manual', 'cleared', 'source_removed')),
  reopened_from jsonb,
  -- Nobody is told before this: the later of the silence that somebody gave this alert and the windows that cover its device.
  suppressed_until timestamptz(3),
  -- The window, where one reaches further than the silence, and its kind.
  suppression_id uuid,
  suppression_kind text check (suppression_kind in ('silence', 'maintenance')),
  -- The silence that somebody gave this alert.
  silenced_until timestamptz(3),
  -- The worst severity that people were told of since it was last raised; null: none yet.
  told_severity text check (told_severity in ('warning', 'error')),
  last_observation_key text,
  -- Repeats since the last entry about them, and when that was.
  repeats integer not null default 0,
  repeats_noted_at timestamptz(3) not null default now(),
  -- Grows with lifecycle changes only.
  version integer not null default 1,
  updated_at timestamptz(3) not null default now()
) with (fillfactor = 85);
create index alerts_newest_idx on alerts (raised_at desc, id desc);
create index alerts_status_idx on alerts (status, raised_at desc, id desc);
create index alerts_agent_idx on alerts (agent_id, raised_at desc, id desc);
create index alerts_deleted_idx on alerts (raised_at desc, id desc) where device_deleted;
create index alerts_source_idx on alerts (source_id);
create index alerts_resolved_idx on alerts (resolved_at) where status = 'resolved';
create index alerts_suppressed_idx on alerts (suppressed_until) where suppressed_until is not null;

create table alert_events (
  id uuid primary key default uuidv7(),
  alert_id uuid not null references alerts (id) on delete cascade,
  kind text not null check (kind in ('raised', 'repeated', 'severity_changed', 'acknowledged', 'resolved', 'cleared', 'reopened',
    'suppressed', 'unsuppressed', 'note', 'mailed', 'mail_failed', 'remediation')),
  -- Null: the server.
  actor jsonb,
  note text not null default '',
  details jsonb not null default '{}',
  at timestamptz(3) not null
);
create index alert_events_alert_idx on alert_events (alert_id, at, id);

create table alert_suppressions (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('silence', 'maintenance')),
  -- Null: everything in the author's scope, which `author_scope` keeps as it was (null for unrestricted).
  scope_type text check (scope_type in ('client', 'site', 'group', 'agent')),
  scope_id uuid,
  author_scope jsonb,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  -- {days_of_week, start_minute, duration_min, timezone}: within starts_at and ends_at, only then.
  recurrence jsonb,
  reason text not null default '',
  author jsonb not null,
  author_id uuid,
  created_at timestamptz(3) not null default now(),
  check ((scope_type is null) = (scope_id is null)),
  check (starts_at < ends_at)
);
create index alert_suppressions_ends_idx on alert_suppressions (ends_at);
create index alert_suppressions_target_idx on alert_suppressions (scope_type, scope_id);
