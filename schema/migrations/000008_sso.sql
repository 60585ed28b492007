-- Single sign-on. An account is linked to one identity of a provider, an identity to one account.
create table sso_identities (
  user_id uuid primary key references users (id) on delete cascade,
  issuer text not null,
  subject text not null,
  linked_at timestamptz not null default now(),
  last_used_at timestamptz,
  unique (issuer, subject)
);

-- A sign-in that went to the provider and has not come back. Bound to the browser by a cookie, of which the hash is here.
create table sso_flows (
  state_hash bytea primary key,
  binding_hash bytea,
  -- Sealed.
  code_verifier text not null,
  nonce text not null,
  -- Path of the console to go to afterwards.
  redirect_to text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sso_flows_expires_at_idx on sso_flows (expires_at);

-- What the callback hands to the console's page, which exchanges it for a session: once, within 60 s, in the same browser.
create table sso_exchanges (
  code_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  binding_hash bytea not null,
  expires_at timestamptz not null
);
create index sso_exchanges_expires_at_idx on sso_exchanges (expires_at);
