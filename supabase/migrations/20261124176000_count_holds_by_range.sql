-- The range around the network that an order came from, hashed as the network is: whoever has a whole
-- range must not hold more of a shelf than one network may.
alter table private.checkout_attempts add column network_range text;

create index checkout_attempts_network_range_idx
  on private.checkout_attempts (network_range) where holds_stock;
