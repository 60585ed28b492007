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
  subject_kind text not null check (subject_kind in ('alert', 'job', 'batch', 'device', 'oauth_app')),
  subject_id uuid not null,
  details jsonb not null default '{}',
  created_at timestamptz(3) not null
);
create index notices_event_idx on notices (event, created_at, id);

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
create index outbox_webhook_idx on outbox (webhook_id) where webhook_id is not null;

-- Alert mail that left, by minute: the hourly budget (RMM_ALERTS_HOURLY_LIMIT) survives a restart.
create table alert_mail_sent (
  minute timestamptz(0) primary key,
  count integer not null
);
