-- The script library. A run is a script with arguments and environment; what is approved is all three.
create table script_categories (
  name text primary key,
  created_at timestamptz(3) not null default now()
);
create unique index script_categories_name_key on script_categories (lower(name));

create table scripts (
  id uuid primary key default uuidv7(),
  name text not null,
  description text not null default '',
  shell text not null check (shell in ('bash', 'sh', 'powershell', 'cmd', 'python')),
  body text not null,
  -- A free name; empty: uncategorized.
  category text not null default '',
  -- What a run may be given, as schema/scripts.ts declares it.
  parameters jsonb not null default '[]',
  -- Systems it is meant for; empty: any.
  systems text[] not null default '{}',
  timeout_sec integer not null default 3600 check (timeout_sec between 10 and 86400),
  -- Of the body, as domain/jobs/risk-hints.ts finds them.
  risk_hints jsonb not null default '[]',
  -- Key of the script in the library that comes with Muster; null for one's own.
  builtin_key text unique,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index scripts_name_idx on scripts (lower(name), id);
create index scripts_category_idx on scripts (lower(category));

-- Every version as it was saved; the newest is also in scripts.
create table script_versions (
  script_id uuid not null references scripts (id) on delete cascade,
  version integer not null,
  name text not null,
  description text not null,
  shell text not null,
  body text not null,
  category text not null,
  parameters jsonb not null,
  systems text[] not null,
  timeout_sec integer not null,
  changed_by jsonb not null,
  -- The version that this one brought back.
  restored_from integer,
  created_at timestamptz(3) not null default now(),
  primary key (script_id, version)
);

-- Scripts of the library that comes with Muster as they were last brought here. One that is here and not in scripts was
-- deleted by somebody, and stays deleted.
create table builtin_scripts (
  key text primary key,
  -- SHA-256 over what came.
  form_sha256 text not null,
  updated_at timestamptz(3) not null default now()
);

-- Beside the text, what it is run with: part of what its SHA-256 names (domain/jobs/content.ts).
alter table job_contents
  add column args text[] not null default '{}',
  add column env jsonb not null default '{}',
  -- Names in env whose values no answer shows.
  add column secrets text[] not null default '{}';
create index jobs_script_idx on jobs (script_id, created_at desc) where script_id is not null;
