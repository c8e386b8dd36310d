-- The current state, for reading: changes go into a new migration (CONTRIBUTING, "Database changes").

-- Counts of limits that hold for all processes of a shop together. Lost by a crash of the database, which costs
-- nothing: they last an hour at most. Written by the server alone; keys hold visitors' networks.
create unlogged table private.rate_limits (
  key text not null,
  points integer not null,
  -- In milliseconds since 1970.
  expire bigint not null,
  constraint rate_limits_pkey primary key (key)
);
