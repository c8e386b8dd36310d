-- Whether an attempt was to pay for an account's cart: out of that the shop takes what was paid. What
-- was in a guest's cart leaves the browser's, wherever that has moved meanwhile. The order's account
-- does not say it: a guest's order joins the account with its address.
alter table private.checkout_attempts add column from_account boolean default false not null;

update private.checkout_attempts as attempt set from_account = true
from public.orders as o
where o.id = attempt.order_id and o.user_id is not null;
