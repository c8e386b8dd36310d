-- Who asked for a mailed link: the browser, and what was typed there. Until the link is opened in
-- that browser nothing of it belongs to the account, because whoever typed it need not be who reads
-- the mailbox. Used where the service binds links to browsers.
create table auth.link_requests (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- As in auth.one_time_tokens. Several requests may share the link of one mail.
  token_hash text not null check (char_length(token_hash) > 0),
  -- The address that the link was mailed to.
  relates_to text not null,
  kind text not null check (kind in ('signup', 'otp', 'email_change')),
  -- Null for a request of the secret key's holder, which counts in any browser.
  browser_hash text,
  encrypted_password varchar(255),
  raw_user_meta_data jsonb not null default '{}',
  -- The outside provider's identity by which the request came.
  identity_id uuid,
  flow_state_id uuid,
  sent_at timestamptz not null,
  created_at timestamptz not null
);

create index link_requests_user_id_idx on auth.link_requests (user_id, created_at desc);
create index link_requests_token_hash_idx on auth.link_requests using hash (token_hash);
create index link_requests_created_at_idx on auth.link_requests (created_at);

alter table auth.link_requests enable row level security;
