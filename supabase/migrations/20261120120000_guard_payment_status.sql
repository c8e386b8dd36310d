-- Where money can go from each state. Nothing leads from money that arrived back to pending,
-- expired or failed, so that no late word, replay or mistake of ours takes back what was paid.
-- domain/payment-status.ts says the same; a test compares the two.
create function private.guard_payment_status() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.payment_status = any (
    case old.payment_status
      when 'pending' then array['paid', 'review', 'expired', 'failed']
      when 'expired' then array['paid', 'review']
      when 'failed' then array['paid', 'review']
      when 'review' then array['paid', 'refunded', 'disputed']
      when 'paid' then array['partially_refunded', 'refunded', 'disputed']
      when 'partially_refunded' then array['paid', 'refunded', 'disputed']
      when 'refunded' then array['paid', 'partially_refunded', 'review', 'disputed']
      when 'disputed' then array['paid', 'partially_refunded', 'refunded', 'review']
      else array[]::text[]
    end
  ) then
    return new;
  end if;
  raise exception 'A payment that is % cannot become %.', old.payment_status, new.payment_status
    using errcode = 'check_violation';
end
$$;
revoke execute on function private.guard_payment_status() from public;

create trigger guard_payment_status
  before update of payment_status on public.orders
  for each row when (old.payment_status is distinct from new.payment_status)
  execute function private.guard_payment_status();
