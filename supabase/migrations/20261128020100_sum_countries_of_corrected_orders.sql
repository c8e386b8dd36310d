-- Figures by country go by the address of orders that say no country of their own; corrected, it is counted anew.
drop trigger mark_stale_sales on public.orders;

create trigger mark_stale_sales after update on public.orders
  for each row when (
    (old.created_at, old.paid_at, old.payment_status, old.total_amount, old.subtotal_amount,
      old.discount_amount, old.tax_amount, old.tax_included_amount, old.order_items,
      old.status = 'cancelled', old.ship_country, old.address)
    is distinct from
    (new.created_at, new.paid_at, new.payment_status, new.total_amount, new.subtotal_amount,
      new.discount_amount, new.tax_amount, new.tax_included_amount, new.order_items,
      new.status = 'cancelled', new.ship_country, new.address)
  )
  execute function private.mark_stale_sales();
