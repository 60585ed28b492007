-- What every other migration builds on: times as the API writes them, and the audit trail.

-- The API's form of a time, for lists that are built as JSON in SQL; milliseconds are cut, not rounded. Its result never
-- changes, but to_char is stable, and only a function that says the same is inlined: 1.1 instead of 3.4 µs a call here.
create function rfc3339(value timestamptz) returns text
  language sql stable strict parallel safe
  return to_char(value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- Append-only: the application role may select, and insert every column but id and at (runtime/grants.ts).
create table audit_entries (
  id uuid primary key default uuidv7(),
  -- milliseconds, so that a cursor made of the API's form of `at` finds its place exactly
  at timestamptz(3) not null default now(),
  actor_kind text not null check (actor_kind in ('user', 'api_token', 'oauth', 'agent', 'system', 'bootstrap')),
  -- no foreign key: the entry outlives its actor
  actor_id text,
  actor_name text not null,
  action text not null,
  target_kind text,
  target_id text,
  target_name text,
  outcome text not null check (outcome in ('success', 'refused')),
  details jsonb not null default '{}',
  ip inet,
  user_agent text,
  request_id text
);

create index audit_entries_newest on audit_entries (at desc, id desc);
create index audit_entries_by_action on audit_entries (action, at desc, id desc);
create index audit_entries_by_actor on audit_entries (actor_name, at desc, id desc);
create index audit_entries_by_target on audit_entries (target_id, at desc, id desc);
-- The other name of each: an actor's and a target's are rare enough to be sorted when they are found.
create index audit_entries_by_actor_id on audit_entries (actor_id);
create index audit_entries_by_target_name on audit_entries (target_name);
-- Which actors there are, for a filter to choose from: narrow, and read by jumping from one name to the next.
create index audit_entries_actors on audit_entries (actor_kind, actor_name);
