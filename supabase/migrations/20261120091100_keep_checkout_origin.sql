-- Where the visitor's browser started the attempt, without a trailing slash. The provider's
-- idempotency compares whole requests, so a repeated one must name the same return address.
alter table private.checkout_attempts add column return_origin text not null default '';
