-- What lets the server see that two attempts to pay come from one browser or one account, so that
-- nobody pays twice for one cart without having said so.
alter table private.checkout_attempts
  -- The same for all attempts of one browser, known by the cookies of its earlier ones.
  add column browser uuid,
  -- From where it was started: a hash that changes daily, so no address is kept.
  add column network text,
  -- Paid orders for the same products that the customer was told of and wants to pay beside.
  add column pay_again jsonb not null default '[]',
  -- Since when an approved payment is being captured. Of one cart, one at a time.
  add column capture_claimed_at timestamptz;
create index checkout_attempts_access_token_hash_idx
  on private.checkout_attempts (access_token_hash);
create index checkout_attempts_browser_idx on private.checkout_attempts (browser);
create index checkout_attempts_network_idx on private.checkout_attempts (network, created_at);
