-- Links that were mailed: to set a new password, or to confirm an address. Only their hash is kept. A row stays for a day
-- after it has ended, because the budget of mails per account counts it.
create table account_links (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('password_reset', 'email_confirmation')),
  token_hash bytea not null unique,
  -- The address it was sent to: a link to an address that has been changed since is worth nothing.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Used, or made worthless before its time: by a newer link, another address, another password, a disabled account.
  ended_at timestamptz
);
create index account_links_user_id_idx on account_links (user_id, purpose, created_at);
create index account_links_expires_at_idx on account_links (expires_at);

-- Somebody asked for a link to set a new password. Whether the address is anybody's is looked up by a worker with a clock
-- of its own, so that neither the answer nor what comes after it tells (ATTACKS.md 3).
create table password_reset_requests (
  id uuid primary key default uuidv7(),
  email text not null,
  -- Of the call, for the audit trail.
  ip text,
  user_agent text,
  request_id text,
  created_at timestamptz not null
);
