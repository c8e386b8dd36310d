-- Once a link has been opened outside the browser that asked for it, it is good for that browser alone.
alter table auth.link_requests add column opened_elsewhere_at timestamptz;
