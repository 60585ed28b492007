-- Moves and deletions of devices that an AI application proposed and a person decides (SPEC.md, Device operation proposal).
create table device_operations (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('move', 'delete')),
  status text not null default 'waiting' check (status in ('waiting', 'approved', 'rejected')),
  -- Of a move; names as they were when it was proposed.
  client_id uuid,
  site_id uuid,
  group_id uuid,
  client_name text,
  site_name text,
  group_name text,
  -- The proposer's own words.
  reason text not null default '',
  device_count integer not null check (device_count between 1 and 500),
  source text not null check (source in ('mcp', 'chat', 'api')),
  proposed_by jsonb not null,
  -- The person or token behind it: how many of theirs wait, and whether this one does already.
  proposer_key text not null,
  fingerprint text not null,
  decided_by jsonb,
  decision_reason text,
  -- Set where the server rejected it, because nothing was left to decide.
  closed_because text check (closed_because in ('devices_gone', 'destination_gone')),
  decided_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check ((kind = 'move') = (site_id is not null)),
  check ((status = 'waiting') = (decided_at is null))
);
create index device_operations_waiting_idx on device_operations (created_at desc, id desc) where status = 'waiting';
create unique index device_operations_same_key on device_operations (proposer_key, fingerprint) where status = 'waiting';
-- Waiting first, then those decided last.
create index device_operations_order_idx on device_operations ((status = 'waiting'), coalesce(decided_at, created_at), id);

create table device_operation_devices (
  operation_id uuid not null references device_operations (id) on delete cascade,
  -- no foreign key: a proposal keeps naming its devices. Name and place as they were when it was proposed; of a deleted
  -- device, as they were last.
  agent_id uuid not null,
  agent_hostname text not null,
  client_id uuid,
  site_id uuid,
  group_id uuid,
  client_name text,
  site_name text,
  group_name text,
  outcome text check (outcome in ('moved', 'already_there', 'deleted', 'gone')),
  primary key (operation_id, agent_id)
);
create index device_operation_devices_agent_idx on device_operation_devices (agent_id);
