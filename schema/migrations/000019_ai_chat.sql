-- AI chat and the settings of AI and remote access (SPEC.md, Configuration objects).
create table ai_settings (
  singleton boolean primary key default true check (singleton),
  -- Null: there is no AI chat yet.
  provider text check (provider in ('openai_compatible', 'anthropic')),
  base_url text not null default '',
  model text not null default '',
  -- Sealed.
  api_key text,
  -- Input and output together, of one user within one UTC day.
  tokens_per_user_day integer not null default 500000 check (tokens_per_user_day between 1000 and 1000000000),
  updated_at timestamptz(3) not null default now()
);
insert into ai_settings default values;

create table remote_settings (
  singleton boolean primary key default true check (singleton),
  -- Null: RMM_REMOTE_PROVIDER.
  default_provider text check (default_provider in ('native', 'files', 'terminal', 'extprov_a', 'extprov_b')),
  extprov_a_url text not null default '',
  extprov_a_user text not null default '',
  -- Sealed.
  extprov_a_token_key text,
  extprov_a_enabled boolean not null default false,
  extprov_b_enabled boolean not null default false,
  updated_at timestamptz(3) not null default now()
);
insert into remote_settings default values;

create table chat_sessions (
  id uuid primary key default uuidv7(),
  -- Private to whoever made it: a user, or a token that is bound to none.
  user_id uuid references users (id) on delete cascade,
  api_token_id uuid references api_tokens (id) on delete cascade,
  created_by text not null,
  title text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check (user_id is null or api_token_id is null)
);
create index chat_sessions_user_idx on chat_sessions (user_id, updated_at desc, id desc);
create index chat_sessions_token_idx on chat_sessions (api_token_id, updated_at desc, id desc) where api_token_id is not null;

create table chat_messages (
  id uuid primary key default uuidv7(),
  session_id uuid not null references chat_sessions (id) on delete cascade,
  role text not null check (role in ('user', 'assistant')),
  content text not null default '',
  -- Of an answer: what it did, in order: ChatStep of schema/chat.ts.
  steps jsonb not null default '[]',
  -- Of an answer: what the AI is told of it in the next turn (domain/chat/history.ts).
  model_messages jsonb,
  status text not null check (status in ('running', 'complete', 'cancelled', 'failed')),
  -- {code, message} of a failed one.
  error jsonb,
  created_job_ids uuid[] not null default '{}',
  created_operation_ids uuid[] not null default '{}',
  model text,
  input_tokens integer not null default 0,
  output_tokens integer not null default 0,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
create index chat_messages_session_idx on chat_messages (session_id, created_at, id);
-- One answer at a time, and what a crash broke off is found.
create unique index chat_messages_running_key on chat_messages (session_id) where status = 'running';

create table chat_usage (
  -- A user, or an API token that is bound to none; all zeros for the bootstrap token.
  principal_id uuid not null,
  day date not null,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  primary key (principal_id, day)
);
create index chat_usage_day_idx on chat_usage (day);
