-- An account that is being deleted is closed first, and its row says so until it is gone: a deletion that stops
-- half-way is finished, and nothing is noted beside the backups before.
alter table private.erasures
  add column under_way boolean default false not null,
  -- The team erased it: paid orders that still have to ship keep their details.
  add column keeps_open_orders boolean default false not null;
