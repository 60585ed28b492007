-- Links that were mailed: to set a new password, or to confirm an address. Only their hash is kept. A spent or expired row
-- stays for a day, because the budget of mails per account counts them.
create table account_links (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('password_reset', 'email_confirmation')),
  token_hash bytea not null unique,
  -- The address it was sent to: a link to an address that has been changed since is worth nothing.
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_links_user_id_idx on account_links (user_id, purpose, created_at);
create index account_links_expires_at_idx on account_links (expires_at);
