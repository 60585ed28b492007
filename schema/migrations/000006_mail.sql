-- Mail as rows: written in the transaction that causes it, claimed under a lease by whoever sends (SPEC.md, Notification outbox).
create table mail_outbox (
  id uuid primary key default uuidv7(),
  transport text not null check (transport in ('account', 'alerts')),
  -- What it says, e.g. account.password_reset; domain/mail/ renders it in the reader's language when it is sent.
  kind text not null,
  recipient text not null,
  user_id uuid references users (id) on delete cascade,
  -- Sealed JSON (domain/secrets.ts): it may hold a link that signs somebody in.
  payload text not null,
  -- One of a kind is queued once, whatever asks for it twice.
  dedupe_key text unique,
  state text not null default 'pending' check (state in ('pending', 'processing', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  lease_token uuid,
  lease_expires_at timestamptz,
  last_error text,
  -- Nobody wants it after this: a link that has expired, say.
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  check ((state = 'processing') = (lease_token is not null and lease_expires_at is not null))
);
create index mail_outbox_due_idx on mail_outbox (transport, next_attempt_at) where state = 'pending';
create index mail_outbox_lease_idx on mail_outbox (lease_expires_at) where state = 'processing';
create index mail_outbox_failed_idx on mail_outbox (created_at) where state = 'failed';
create index mail_outbox_user_id_idx on mail_outbox (user_id);

-- The relay for alerts: one row, made by its first PUT. Without a host alert mail is off and nothing is queued.
create table alert_relay (
  single boolean primary key default true check (single),
  host text not null default '',
  port integer not null default 587 check (port between 1 and 65535),
  security text not null default 'starttls' check (security in ('tls', 'starttls', 'none')),
  username text not null default '',
  -- Sealed; empty for none.
  password text not null default '',
  sender text not null default '',
  enabled boolean not null default true,
  updated_at timestamptz not null default now()
);

create table notification_subscriptions (
  user_id uuid not null references users (id) on delete cascade,
  event text not null,
  primary key (user_id, event)
);
create index notification_subscriptions_event_idx on notification_subscriptions (event);
