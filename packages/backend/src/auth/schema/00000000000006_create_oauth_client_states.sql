-- What this side of a sign-in with an outside provider must remember until the browser comes back.
create table auth.oauth_client_states (
  id uuid primary key,
  provider_type text not null,
  code_verifier text,
  created_at timestamptz not null
);

create index idx_oauth_client_states_created_at on auth.oauth_client_states (created_at);

alter table auth.oauth_client_states enable row level security;
