-- Roles, accounts, sessions, API tokens and access scope. Secrets are stored as SHA-256 (tokens) or argon2id (passwords).
create table roles (
  key text primary key,
  name text not null,
  description text not null default '',
  permissions text[] not null default '{}',
  builtin boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table users (
  id uuid primary key default uuidv7(),
  username text not null,
  password_hash text,
  role_key text not null references roles (key) on update cascade,
  email text,
  email_confirmed_at timestamptz,
  language text,
  builtin boolean not null default false,
  disabled_at timestamptz,
  -- The last target of its scope was deleted: it stays disabled until somebody sets its scope anew, because an empty
  -- scope means unrestricted.
  scope_lost_at timestamptz check (scope_lost_at is null or disabled_at is not null),
  last_login_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_username_key on users (lower(username));
create unique index users_email_key on users (lower(email)) where email is not null;
create unique index users_builtin_key on users (builtin) where builtin;
create index users_role_key_idx on users (role_key);

create table user_scopes (
  user_id uuid not null references users (id) on delete cascade,
  scope_type text not null check (scope_type in ('client', 'site', 'group', 'agent')),
  scope_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (user_id, scope_type, scope_id)
);
create index user_scopes_target_idx on user_scopes (scope_type, scope_id);

create table sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  token_hash bytea not null unique,
  ip text,
  user_agent text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user_id_idx on sessions (user_id);
create index sessions_expires_at_idx on sessions (expires_at);

create table api_tokens (
  id uuid primary key default uuidv7(),
  name text not null,
  token_hash bytea not null unique,
  role_key text not null references roles (key) on update cascade,
  user_id uuid references users (id) on delete cascade,
  issued_by text not null,
  issued_by_id uuid,
  mcp_only boolean not null default false,
  expires_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now()
);
create index api_tokens_user_id_idx on api_tokens (user_id);
create index api_tokens_role_key_idx on api_tokens (role_key);

-- One-time tickets for /ws/console: redeemed by delete, thirty seconds.
create table live_tickets (
  token_hash bytea primary key,
  user_id uuid references users (id) on delete cascade,
  session_id uuid references sessions (id) on delete cascade,
  api_token_id uuid references api_tokens (id) on delete cascade,
  expires_at timestamptz not null
);
create index live_tickets_expires_at_idx on live_tickets (expires_at);
