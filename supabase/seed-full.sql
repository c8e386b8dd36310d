-- Beside seed.sql, for SEED=demo-full: what an owner would set to sell for real.
update public.products set stock = 24 where not sold_out;

update public.products set stock = 3
where id = (select id from public.products where not sold_out order by name limit 1);

with zone as (
  insert into public.delivery_zones (name, countries) values ('United States', '{US}') returning id
)
insert into public.delivery_rates (zone_id, name, price, free_from, days_from, days_to, position)
select id, 'Standard', 4.90, 50, 3, 5, 0 from zone
union all
select id, 'Express', 14.90, null, 1, 2, 1 from zone;

insert into public.discounts (code, kind, value, max_uses_per_customer)
values ('WELCOME10', 'percent', 10, 1);
