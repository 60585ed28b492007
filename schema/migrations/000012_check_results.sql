-- History of checks and health samples, partitioned by day so that expiry drops partitions. The application role owns
-- nothing: partitions come and go through the two functions at the end.
create table check_results (
  -- When the result came, or when its deadline passed.
  at timestamptz(3) not null,
  device_id uuid not null,
  check_id uuid not null,
  execution_id uuid not null,
  status text not null,
  value double precision,
  output text,
  duration_ms integer,
  timed_out boolean not null default false,
  -- Came after its deadline; changed no streak.
  late boolean not null default false
) partition by range (at);
create index check_results_history_idx on check_results (check_id, device_id, at desc);
-- Only what timed out or came late: tells whether a result without a pending execution had one.
create index check_results_ended_idx on check_results (execution_id) where timed_out or late;
create table check_results_default partition of check_results default;

-- Each hour of an instance in one row, for charts of long ranges. The index holds all of it, so that the hours of one instance,
-- which lie far from each other in the table, are read from a few neighbouring pages.
create table check_result_hours (
  hour timestamptz(0) not null,
  device_id uuid not null,
  check_id uuid not null,
  samples integer not null,
  -- Of the readings that had a value.
  average double precision,
  minimum double precision,
  maximum double precision,
  warnings integer not null default 0,
  errors integer not null default 0,
  unknowns integer not null default 0,
  primary key (check_id, device_id, hour) include (samples, average, minimum, maximum, warnings, errors, unknowns)
);
create index check_result_hours_hour_idx on check_result_hours using brin (hour);

create table device_health (
  at timestamptz(3) not null,
  device_id uuid not null,
  cpu_percent real,
  memory_percent real,
  disk_percent real,
  received_bytes_per_sec real,
  sent_bytes_per_sec real
) partition by range (at);
create index device_health_idx on device_health (device_id, at desc);
create table device_health_default partition of device_health default;

create table device_health_hours (
  hour timestamptz(0) not null,
  device_id uuid not null,
  samples integer not null,
  cpu_percent real,
  memory_percent real,
  disk_percent real,
  received_bytes_per_sec real,
  sent_bytes_per_sec real,
  primary key (device_id, hour)
    include (samples, cpu_percent, memory_percent, disk_percent, received_bytes_per_sec, sent_bytes_per_sec)
);
create index device_health_hours_hour_idx on device_health_hours using brin (hour);

-- Hours of which every instance and device has its row in the two tables above (domain/check-runs/roll-up.ts).
create table rolled_hours (
  hour timestamptz(0) primary key,
  rolled_at timestamptz(3) not null
);

-- The partitions of a table by day: their names and the day each begins.
create function day_partitions(parent regclass) returns table (name text, day date)
  language sql stable set search_path = public, pg_temp as $$
    select c.relname::text, to_date(right(c.relname, 8), 'YYYYMMDD')
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = parent and c.relname ~ '_[0-9]{8}$'
  $$;

-- Makes the partitions of the days from `first` to `last` that are missing. A day whose rows already lie in the default
-- partition is moved out of it first.
create function ensure_day_partitions(first date, last date) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  parent text;
  day date;
  child text;
  made integer := 0;
begin
  if last - first > 40 then raise exception 'at most 40 days at once'; end if;
  foreach parent in array array['check_results', 'device_health'] loop
    for day in select generate_series(first, last, interval '1 day')::date loop
      child := format('%s_%s', parent, to_char(day, 'YYYYMMDD'));
      continue when to_regclass(child) is not null;
      execute format('create table %I (like %I including defaults)', child, parent);
      execute format('with moved as (delete from %I where at >= %L and at < %L returning *) insert into %I select * from moved',
        parent || '_default', (day::text || ' 00:00:00+00')::timestamptz, ((day + 1)::text || ' 00:00:00+00')::timestamptz, child);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)',
        parent, child, day::text || ' 00:00:00+00', (day + 1)::text || ' 00:00:00+00');
      made := made + 1;
    end loop;
  end loop;
  return made;
end $$;

-- Drops the partitions of one of these tables whose days ended before `before`. @returns how many
create function drop_day_partitions(parent text, before date) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  child text;
  dropped integer := 0;
begin
  if parent not in ('check_results', 'device_health') then raise exception 'not partitioned by day: %', parent; end if;
  for child in select name from day_partitions(parent::regclass) where day < before loop
    execute format('drop table %I', child);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;
