-- A card page that is being closed because a newer one for the same products takes its place. It is
-- written before the provider is asked, so that of two checkouts side by side one gives way, and so
-- that a page that could not be closed is closed later.
alter table private.checkout_attempts add column superseded_at timestamptz;
