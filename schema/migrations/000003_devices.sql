-- Client > Site > Department, devices in them, and what lets a device in.
-- Whoever locks several of these rows goes in this order, so that no two wait for each other: clients, enroll_tokens, sites,
-- groups, devices; within a table by id.
create table clients (
  id uuid primary key default uuidv7(),
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index clients_name_key on clients (lower(name));

create table sites (
  id uuid primary key default uuidv7(),
  client_id uuid not null references clients (id) on delete cascade,
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, client_id)
);
create unique index sites_name_key on sites (client_id, lower(name));

create table groups (
  id uuid primary key default uuidv7(),
  client_id uuid not null,
  site_id uuid not null,
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (site_id, client_id) references sites (id, client_id) on delete cascade,
  unique (id, site_id)
);
create unique index groups_name_key on groups (site_id, lower(name));
create index groups_client_id_idx on groups (client_id);

-- What `q` of the device list looks in, a line each and lower-case, so that one comparison asks them all
-- (docs/decisions/0009-device-search.md). Declared immutable, as a generated column must be: array_to_string and concat_ws are
-- only stable because of types other than text.
create function device_search_text(
  hostname text, description text, logged_in_user text, public_ip text, local_ips text[], tags text[]
) returns text
  language sql immutable parallel safe
  return lower(concat_ws(e'\n', hostname, description, logged_in_user, public_ip,
    array_to_string(local_ips, e'\n'), array_to_string(tags, e'\n')));

-- A version as text that sorts as versions do, 0.9.1 before 0.10.0: each number with leading zeros, eight digits wide. Asked
-- once for each version of the fleet; as a generated column it cost a quarter of the arrivals a second.
create function version_sort_key(version text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(regexp_replace(version, '([0-9]+)', '0000000\1', 'g'), '0*([0-9]{8})', '\1', 'g');

-- Placement is kept whole by the foreign keys: a site carries its client, a department its site. Presence
-- (status, last_seen_at, instance, epoch) lies in the row because the list filters and sorts by it, and in no index, so that
-- the arrival of a device rewrites none (docs/decisions/0008-device-list.md).
create table devices (
  id uuid primary key default uuidv7(),
  -- What the list filters and sorts by comes first: PostgreSQL takes a row apart from its beginning up to the last column
  -- that a query asks for, and reading the columns in the order of the fields took 30 ms instead of 12 at 50,000 devices.
  client_id uuid,
  site_id uuid,
  group_id uuid,
  status text not null default 'offline' check (status in ('online', 'offline')),
  hostname_key text collate "C" not null generated always as (lower(hostname)) stored,
  search text collate "C" not null
    generated always as (device_search_text(hostname, description, logged_in_user, public_ip, local_ips, tags)) stored,
  tags text[] not null default '{}',
  os_family text not null check (os_family in ('linux', 'windows', 'darwin')),
  os_name text not null default '',
  os_version text not null default '',
  version text not null default '',
  install_id uuid not null unique,
  credential_hash bytea not null unique,
  identity text not null default 'trusted' check (identity in ('trusted', 'revoked')),
  instance_id uuid,
  epoch bigint not null default 0,
  last_seen_at timestamptz,
  enrolled_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  hostname text not null,
  description text not null default '',
  note text not null default '',
  extprov_a_id text,
  extprov_b_id text,
  os_arch text not null default '',
  public_ip text,
  local_ips text[] not null default '{}',
  logged_in_user text,
  boot_at timestamptz,
  needs_reboot boolean not null default false,
  foreign key (site_id, client_id) references sites (id, client_id),
  foreign key (group_id, site_id) references groups (id, site_id),
  check (group_id is null or site_id is not null),
  check ((site_id is null) = (client_id is null))
) with (fillfactor = 85);
create index devices_hostname_idx on devices (hostname_key, id);
create index devices_client_idx on devices (client_id, hostname_key, id);
create index devices_site_idx on devices (site_id, hostname_key, id);
create index devices_group_idx on devices (group_id, hostname_key, id) where group_id is not null;
create index devices_tags_idx on devices using gin (tags);

-- Each connection of a device gets the next epoch; frames and closes of an older one change nothing.
create sequence device_epochs as bigint;

create table device_inventory (
  device_id uuid not null references devices (id) on delete cascade,
  section text not null,
  hash text not null,
  data jsonb not null,
  collected_at timestamptz not null,
  received_at timestamptz not null default now(),
  primary key (device_id, section)
);

create table enroll_tokens (
  id uuid primary key default uuidv7(),
  token_hash bytea not null unique,
  description text not null default '',
  uses integer not null check (uses between 1 and 10000),
  uses_left integer not null check (uses_left >= 0),
  expires_at timestamptz not null,
  client_id uuid,
  site_id uuid,
  group_id uuid,
  created_by text not null,
  created_by_id uuid,
  created_at timestamptz not null default now(),
  foreign key (site_id, client_id) references sites (id, client_id) on delete cascade,
  foreign key (group_id) references groups (id) on delete cascade,
  check ((site_id is null) = (client_id is null))
);
create index enroll_tokens_site_idx on enroll_tokens (site_id);
create index enroll_tokens_group_idx on enroll_tokens (group_id);
create index enroll_tokens_client_idx on enroll_tokens (client_id, id);

-- A machine spends a use once, however often a crash makes it ask again.
create table enrollments (
  enroll_token_id uuid not null references enroll_tokens (id) on delete cascade,
  install_id uuid not null,
  device_id uuid not null,
  enrolled_at timestamptz not null default now(),
  primary key (enroll_token_id, install_id)
);

-- SPEC.md, Enrollment token: an inconsistent pair is rejected by the handler and by this trigger.
create function enroll_token_placement() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.group_id is not null and not exists (
    select 1 from groups where id = new.group_id and site_id = new.site_id
  ) then
    raise exception 'department % does not belong to site %', new.group_id, new.site_id
      using errcode = '23514', constraint = 'enroll_tokens_placement';
  end if;
  return new;
end $$;
create trigger enroll_token_placement before insert or update on enroll_tokens
  for each row execute function enroll_token_placement();
