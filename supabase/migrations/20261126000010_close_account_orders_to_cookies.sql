-- What was ordered while signed in opens to its account alone: the order's cookie outlives a session that
-- ends otherwise than by signing out, and the next person at that browser read name and address.
create or replace function private.proves_order(wanted uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.checkout_attempts as attempt
    where attempt.order_id = wanted
      and not attempt.from_account
      and attempt.access_token_hash in (
        select encode(sha256(convert_to(token, 'UTF8')), 'hex')
        from regexp_split_to_table(left(private.request_header('x-order-proof'), 4000), ',') as token
        where token <> ''
      )
  )
$$;
