import type { Database } from '@liv-fit/backend/database';

/**
 * Orders of two customers with everything that belongs to them, and one guest's order. Three rows
 * per table.
 */
const sql = `
  insert into public.orders (id, user_id, name, email, address, total_amount, stripe_session_id)
  values
    ('a0000000-0000-4000-8000-000000000001', $A, 'Ann', 'a@mail.example', 'A', 10, 'cs_a'),
    ('a0000000-0000-4000-8000-000000000002', $B, 'Bea', 'b@mail.example', 'B', 20, 'cs_b'),
    ('a0000000-0000-4000-8000-000000000003', null, 'Guest', 'c@mail.example', 'C', 30, 'cs_c');
  insert into public.payments (id, order_id, provider, reference, amount_cents, currency)
    select id, id, 'stripe', 'pi_' || name, 1000, 'USD' from public.orders;
  insert into public.refunds
    (order_id, payment_id, provider, reference, amount_cents, currency, state, origin)
    select id, id, 'stripe', 're_' || name, 100, 'USD', 'succeeded', 'shop' from public.orders;
  insert into public.disputes
    (order_id, payment_id, provider, reference, amount_cents, currency, state)
    select id, id, 'stripe', 'dp_' || name, 100, 'USD', 'open' from public.orders;
  insert into public.shipments (order_id, carrier, tracking_number)
    select id, 'Post', name from public.orders;
  insert into public.customers (email, name) select email, name from public.orders;
  insert into public.saved_filters (screen, name, query) select 'orders', name, 'q=1' from public.orders;
  insert into public.manual_orders (order_id, kind, request_key, fingerprint)
    select id, 'outside', name, name from public.orders;
  insert into public.payment_links
      (adds_to, order_items, total_amount, offer, expires_at, request_key, fingerprint)
    select id, '[]', 10, '{}', now(), name, name from public.orders;
  insert into public.notes (order_id, body) select id, name from public.orders;
  insert into private.email_outbox (dedupe_key, order_id, recipient, subject, html, text)
    select 'order:' || id || ':paid:customer', id, email, 'Subject', 'html', 'text'
    from public.orders;
  insert into private.email_outbox (dedupe_key, recipient, subject, html, text, status)
    select 'contact:' || id, email, 'Subject', 'html', 'text', 'failed' from public.orders;
  insert into public.contacts (name, email, phone, message)
    select name, email, '1', 'Hello' from public.orders;
  insert into public.reconcile_runs (kind, started_at, finished_at)
    select 'reconcile', now(), now() from public.orders;
  insert into public.incidents (kind, provider, detail, opened_at, closed_at)
    select 'webhooks_silent', 'stripe', name, now(), now() from public.orders;
  insert into public.audit_log (action, table_name, row_id)
    select 'update', 'products', name from public.orders;
  insert into public.site_settings (key, value)
    select 'matrix_' || lower(name), '"x"' from public.orders;
  insert into public.text_versions (place, texts) select 'home', '{}' from public.orders;
  insert into public.delivery_zones (name, countries)
    select name, array['US'] from public.orders;
  insert into public.delivery_rates (zone_id, name, price)
    select id, name, 5 from public.delivery_zones;
  insert into public.tax_rates (country, region, percent)
    select 'US', left(upper(name), 3), 8.875 from public.orders;
  insert into public.discounts (code, kind, value)
    select 'CODE-' || name, 'percent', 10 from public.orders;
  insert into public.batches (code, product_id, note)
    select name, (select id from public.products order by id limit 1), name
    from (select upper(name) as name from public.orders) as named;
  insert into public.batch_results (batch_id, analyte, value, limit_value)
    select id, 'lead', 1, 2 from public.batches;
  insert into public.batch_documents (batch_id, path, sha256)
    select id, code, encode(sha256(convert_to(code, 'UTF8')), 'hex') from public.batches;
  insert into public.batch_passports (batch_id, revision, kind, body, sha256, signature)
    select id, 1, 'release', '{}', '', '' from public.batches;
  insert into public.transparency_log
      (seq, at, kind, batch, revision, passport_sha256, previous_sha256, sha256, head_signature)
    select row_number() over (), now(), 'release', code, 1, '', '', code, '' from public.batches;
  insert into public.product_requirements (product_id, gtin)
    select id, '40000000000' || row_number() over (order by id) from public.products order by id limit 3;
  insert into public.unit_codes (batch_id, code_hmac, key_id)
    select id, code, 'key' from public.batches;
  insert into public.code_checks (outcome, unit_id, network_hash, browser_hash)
    select 'first', id, '', '' from public.unit_codes;
  insert into public.code_reports (message) select name from public.orders;
  insert into public.code_alerts (kind, subject, note)
    select 'report', id, message from public.code_reports;
  insert into public.recalls (reason, instructions) select name, name from public.orders;
  insert into public.recall_batches (recall_id, batch_id)
    select (select id from public.recalls limit 1), id from public.batches;
  insert into public.recall_recipients (recall_id, order_ids, name)
    select id, '{}', reason from public.recalls;
  insert into public.order_line_batches (order_id, line, batch_id)
    select id, 0, (select id from public.batches limit 1) from public.orders;
  insert into storage.objects (bucket_id, name, metadata)
    select 'uploads', name || '.png', '{"mimetype": "image/png", "size": 1}' from public.orders;
  insert into public.pictures (name, alt) select name || '.png', name from public.orders;
  insert into private.picture_uses (place, row_id, picture)
    select 'partners', id::text, name || '.png' from public.orders;
  insert into public.blog_posts (title, slug, content, published)
    values ('Draft', 'draft', 'Not yet', false);
  insert into public.partners (name, active) values ('Hidden', false);
  insert into public.testimonials (name, content, active) values ('Hidden', 'Not yet', false);
  insert into public.cart_items (user_id, product_id, product_name, price, quantity)
    select owner, id, name, price, 1
    from (select id, name, price from public.products where not sold_out order by id limit 1) p,
      unnest(array[$A, $B]) as owner;

  insert into public.products (name, price, published) values ('Draft', 1, false);

  -- The last column is the one that is written, so it must differ from row to row.
  update public.products set proposition_65_warning = name, stock = 3;
`;

/** Adds to the seed's catalog and posts. `a` and `b` are the customers' ids. */
export async function populate(database: Database, a: string, b: string): Promise<void> {
  const connection = await database.connect();
  try {
    const quoted = (id: string) => `'${id}'::uuid`;
    await connection.exec(sql.replaceAll('$A', quoted(a)).replaceAll('$B', quoted(b)));
  } finally {
    connection.release();
  }
}
