-- Second factors: TOTP with its recovery codes, and passkeys. Whoever holds a row here with enabled_at signs in with a code.
create table totp (
  user_id uuid primary key references users (id) on delete cascade,
  -- Both sealed (domain/secrets.ts). The pending one becomes active with the first code that fits it, never before.
  secret text,
  pending_secret text,
  pending_at timestamptz,
  enabled_at timestamptz,
  -- Time step of the last code that was taken: no code is taken twice (RFC 6238, 5.2).
  last_step bigint not null default 0,
  -- Guesses at the codes of this account, from wherever they come, that have not come true; the count begins anew after a day.
  guesses integer not null default 0,
  guesses_since timestamptz not null default now(),
  check ((secret is null) = (enabled_at is null)),
  check ((pending_secret is null) = (pending_at is null))
);

-- SHA-256 of codes that have not been used; 120 random bits each, so that a fast hash is enough (ASVS 6.5.2 asks for 112).
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

create table passkeys (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  -- Host name of the console that it was made for: browsers offer it nowhere else (WebAuthn, RP ID).
  rp_id text not null,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  backed_up boolean not null default false,
  last_used_at timestamptz,
  created_at timestamptz not null default now()
);
create index passkeys_user_id_idx on passkeys (user_id);

-- One ceremony each, deleted by its first use.
create table passkey_challenges (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('register', 'sign_in')),
  challenge text not null,
  expires_at timestamptz not null
);
create index passkey_challenges_user_id_idx on passkey_challenges (user_id);
create index passkey_challenges_expires_at_idx on passkey_challenges (expires_at);
