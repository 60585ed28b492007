-- What happened and somebody may want to be told: written in the transaction that causes it, turned into mail and webhook
-- deliveries by domain/notifications/. Nothing is written while there is neither a relay for alerts nor a webhook.
create table notices (
  id uuid primary key default uuidv7(),
  event text not null,
  -- Whose device it is about, with its place at that moment; null for what is about none.
  agent_id uuid,
  agent_hostname text,
  client_id uuid,
  site_id uuid,
  group_id uuid,
  subject_kind text not null check (subject_kind in ('alert', 'job', 'batch', 'device', 'oauth_app', 'standing_approval')),
  subject_id uuid not null,
  details jsonb not null default '{}',
  created_at timestamptz(3) not null,
  -- Working it off failed so often; null retry_at: at once.
  attempts integer not null default 0,
  retry_at timestamptz(3),
  -- It has been given up, with the last error.
  failed_at timestamptz(3),
  last_error text
);
create index notices_due_idx on notices (id) where failed_at is null;
create index notices_failed_idx on notices (failed_at) where failed_at is not null;

-- What somebody was mailed of one event since its first mail: after so many in a minute the rest is held for one digest.
create table notification_windows (
  user_id uuid not null references users (id) on delete cascade,
  event text not null,
  started_at timestamptz(3) not null,
  singles integer not null default 0,
  held integer not null default 0,
  -- What the digest names of those that are held, up to a bound.
  lines jsonb not null default '[]',
  alert_ids uuid[] not null default '{}',
  primary key (user_id, event)
);
create index notification_windows_started_idx on notification_windows (started_at);

-- Devices that have been offline for some minutes, and whether anybody was told: only then are they told that it is back.
create table device_outages (
  device_id uuid primary key references devices (id) on delete cascade,
  told boolean not null,
  noted_at timestamptz(3) not null
);
-- What was offline before there was such word is no news.
insert into device_outages (device_id, told, noted_at) select id, false, now() from devices where status = 'offline';

create table webhooks (
  id uuid primary key default uuidv7(),
  name text not null,
  url text not null,
  -- Sealed; signs each delivery (HMAC-SHA-256).
  secret text not null,
  events text[] not null,
  enabled boolean not null default true,
  created_by jsonb not null,
  last_delivery_at timestamptz(3),
  last_status integer,
  last_error text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

-- The outbox carries both: mail and deliveries to webhooks.
alter table mail_outbox rename to outbox;
alter table outbox drop constraint mail_outbox_transport_check;
alter table outbox
  add constraint outbox_transport_check check (transport in ('account', 'alerts', 'webhooks')),
  add column webhook_id uuid references webhooks (id) on delete cascade,
  -- The alerts it tells of, for their timelines.
  add column alert_ids uuid[] not null default '{}';
create index outbox_webhook_idx on outbox (webhook_id, state, next_attempt_at) where webhook_id is not null;

-- The last deliveries that were taken, for whoever looks what became of them; those that wait or failed are in the outbox.
create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks (id) on delete cascade,
  event text not null,
  attempts integer not null,
  status integer not null,
  created_at timestamptz(3) not null,
  delivered_at timestamptz(3) not null
);
create index webhook_deliveries_newest_idx on webhook_deliveries (webhook_id, id desc);

-- Alert mail that left, by minute: the hourly budget (RMM_ALERTS_HOURLY_LIMIT) survives a restart.
create table alert_mail_sent (
  minute timestamptz(0) primary key,
  count integer not null
);
