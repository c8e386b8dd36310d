-- Since when the bank or the payment service has been deciding on money that a customer sent. While it is set, nothing
-- else is charged for the same cart unasked, and the order does not expire.
alter table private.checkout_attempts add column money_under_way_at timestamptz;
