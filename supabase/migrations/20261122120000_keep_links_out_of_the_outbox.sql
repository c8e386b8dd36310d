-- An email whose text opens something (a reset link, an invitation) is emptied once it is sent and
-- never leaves in an export.
alter table private.email_outbox add column secret boolean not null default false;

update private.email_outbox set secret = true
where dedupe_key ~ '^(auth|admin-invitation|account):|^order:[^:]+:link:';
-- These keys held the address and what the link carries.
update private.email_outbox set dedupe_key = 'auth:' || id where dedupe_key like 'auth:%';
update private.email_outbox set html = '', text = ''
where status = 'sent' and (secret or order_id is null);
update private.email_outbox set html = '', text = ''
where status = 'failed' and dedupe_key ~ '^(auth|account):|^order:[^:]+:link:';
