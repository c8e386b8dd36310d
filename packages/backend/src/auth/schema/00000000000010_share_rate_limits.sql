-- Counts of limits that hold for all processes together. Lost by a crash of the database, which costs nothing: they
-- last an hour at most.
create unlogged table auth.rate_limits (
  -- A limit's name and, hashed, whom it counts.
  key text not null,
  -- When all its calls are there again.
  full_at timestamptz not null,
  constraint rate_limits_pkey primary key (key)
);

alter table auth.rate_limits enable row level security;
