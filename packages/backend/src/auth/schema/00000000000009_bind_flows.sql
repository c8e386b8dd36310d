-- Who began a sign-in, where the one who ends it may be somebody else.
create table auth.flow_origins (
  flow_state_id uuid primary key references auth.flow_state (id) on delete cascade,
  -- Null where any browser may end it.
  browser_hash text,
  -- The session that asked for a further identity of its account.
  session_id uuid
);

alter table auth.flow_origins enable row level security;
