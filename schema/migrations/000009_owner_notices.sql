-- Of which changes at their account people were mailed within the last day: so that a loop of changes is no flood of mail.
-- The outbox can't tell, because a sent mail's row goes.
create table owner_notices (
  user_id uuid not null references users (id) on delete cascade,
  about text not null,
  -- One mail in each.
  minute timestamptz not null,
  primary key (user_id, about, minute)
);
