-- The OAuth 2.1 authorization server of AI applications (SPEC.md, MCP OAuth records). Secrets are stored as SHA-256.

-- Who may register. One row.
create table oauth_policy (
  singleton boolean primary key default true check (singleton),
  registration text not null default 'any' check (registration in ('any', 'allowed_hosts')),
  -- `<host>` or `*.<domain>`, lower case.
  allowed_hosts text[] not null default '{}',
  require_approval boolean not null default false,
  updated_at timestamptz(3) not null default now(),
  check (registration = 'any' or cardinality(allowed_hosts) > 0)
);
insert into oauth_policy default values;

create table oauth_applications (
  id uuid primary key default uuidv7(),
  -- What the application calls itself in requests: made here at registration, or the URL of its metadata document.
  client_id text not null unique,
  kind text not null check (kind in ('registered', 'metadata_document')),
  name text not null,
  redirect_uris text[] not null,
  -- Hosts of the redirect URIs, lower case, sorted; a private-use scheme stands as `<scheme>:`.
  hosts text[] not null,
  status text not null check (status in ('approved', 'pending')),
  -- SHA-256 of what was registered, so that the same registration again gets the same client_id.
  fingerprint bytea not null,
  registered_ip text,
  approved_by jsonb,
  approved_at timestamptz(3),
  -- When administrators were told that it waits (domain/oauth/applications/note-pending.ts).
  told_at timestamptz(3),
  -- Of a metadata document: until when it is believed.
  fetched_at timestamptz(3),
  fresh_until timestamptz(3),
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create unique index oauth_applications_fingerprint_key on oauth_applications (fingerprint) where kind = 'registered';
-- Those that wait first, then the newest.
create index oauth_applications_listed_idx on oauth_applications (status desc, id desc);
create index oauth_applications_told_idx on oauth_applications (told_at) where told_at is not null;
-- What nobody ever used is pruned.
create index oauth_applications_unused_idx on oauth_applications (created_at) where last_used_at is null;

-- No foreign keys to the application in what follows: removal deletes all of it in one transaction, authentication joins it.
create table oauth_codes (
  code_hash bytea primary key,
  application_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  redirect_uri text not null,
  -- Whether the request named it: then the exchange must, too (RFC 6749, 4.1.3).
  redirect_uri_stated boolean not null default true,
  code_challenge text not null,
  scope text not null,
  resource text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index oauth_codes_expires_at_idx on oauth_codes (expires_at);
create index oauth_codes_application_idx on oauth_codes (application_id);
create index oauth_codes_user_idx on oauth_codes (user_id);

-- What one authorization led to. The code's hash stays here, so that a replay revokes what it issued.
create table oauth_families (
  id uuid primary key default uuidv7(),
  application_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  code_hash bytea not null unique,
  scope text not null,
  resource text not null,
  created_at timestamptz(3) not null default now()
);
create index oauth_families_application_idx on oauth_families (application_id);
create index oauth_families_user_idx on oauth_families (user_id);

-- A pair of access and refresh token. A refresh makes the next row and marks this one spent.
create table oauth_tokens (
  id uuid primary key default uuidv7(),
  family_id uuid not null references oauth_families (id) on delete cascade,
  application_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  access_hash bytea not null unique,
  refresh_hash bytea not null unique,
  expires_at timestamptz not null,
  refresh_expires_at timestamptz not null,
  -- When its refresh token was used, and the pair it led to, sealed, for repeats within a minute (CONTRACT.md, MCP and OAuth).
  spent_at timestamptz,
  successor text,
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index oauth_tokens_family_idx on oauth_tokens (family_id);
create index oauth_tokens_application_idx on oauth_tokens (application_id, expires_at);
create index oauth_tokens_user_idx on oauth_tokens (user_id);
-- What of an application is alive, beside what was refreshed again and again.
create index oauth_tokens_unspent_idx on oauth_tokens (application_id) where spent_at is null;
create index oauth_tokens_sweep_idx on oauth_tokens (greatest(expires_at, refresh_expires_at));
create index oauth_tokens_successor_idx on oauth_tokens (spent_at) where successor is not null;

-- A provider sign-in for the consent page that has succeeded: the page posts the ticket, once, within five minutes.
create table oauth_sso_grants (
  ticket_hash bytea primary key,
  application_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  redirect_uri text not null,
  code_challenge text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index oauth_sso_grants_expires_at_idx on oauth_sso_grants (expires_at);
create index oauth_sso_grants_application_idx on oauth_sso_grants (application_id);
create index oauth_sso_grants_user_idx on oauth_sso_grants (user_id);

-- A provider sign-in for the consent page carries the authorization request; one for the console has none.
alter table sso_flows add column authorize_request jsonb;
