-- What reports read that the tables of the nouns are too wide for, and how far retention has come.

-- Each program that any device has, once; `key` is the SHA-256 of name and manufacturer, which together may be longer than an
-- index takes. Kept by domain/inventory/.
create table software_products (
  id integer primary key generated always as identity,
  key bytea not null unique,
  name text not null,
  manufacturer text not null,
  -- How the report is ordered: lower-case name.
  name_key text collate "C" not null generated always as (lower(name)) stored
);
create index software_products_name_idx on software_products (name_key, id);

create table software_versions (
  id integer primary key generated always as identity,
  product_id integer not null references software_products (id) on delete cascade,
  version text not null,
  unique (product_id, version)
);

-- What is on a device, as numbers: 50,000 devices with 100 programs each are 56 MB and counted in 0.7 s, where a row for each
-- took 445 MB and 4 s, and the inventory itself 2.5 s (docs/decisions/0029-reports-and-retention.md).
create table device_software (
  device_id uuid primary key references devices (id) on delete cascade,
  products integer[] not null,
  versions integer[] not null
);
create index device_software_products_idx on device_software using gin (products);

-- What devices have sent before this migration.
create temporary table items on commit drop as
  select i.device_id, x.name, coalesce(x.manufacturer, '') as manufacturer, coalesce(x.version, '') as version,
    sha256(convert_to(x.name || e'\n' || coalesce(x.manufacturer, ''), 'UTF8')) as key
  from device_inventory i, jsonb_to_recordset(i.data) as x (name text, manufacturer text, version text)
  where i.section = 'software' and x.name is not null;
insert into software_products (key, name, manufacturer) select distinct on (key) key, name, manufacturer from items order by key;
insert into software_versions (product_id, version)
  select distinct p.id, i.version from items i join software_products p on p.key = i.key;
insert into device_software (device_id, products, versions)
  select i.device_id, array_agg(distinct p.id), array_agg(distinct v.id)
  from items i join software_products p on p.key = i.key join software_versions v on v.product_id = p.id and v.version = i.version
  group by i.device_id;

-- One row: the clock that expiry goes by (domain/retention/clock.ts).
create table retention_clock (
  single boolean primary key default true check (single),
  at timestamptz(3) not null,
  -- When the last run was, by the clock on the wall; null: none yet.
  ran_at timestamptz(3)
);
insert into retention_clock (at) values (now());
