/**
 * What anonymous visitors and everyone else may do with each table and function, checked against the
 * database by `tests/permissions`. An anonymous `select` is granted column by column (`orders_by_session`
 * as a whole), at the end of the noun's file in `schemas/`; its one `update` counts a product's views.
 * Pictures in the public bucket `uploads` are read by their address, outside of this.
 *
 * `A` and `B` are customers with an order each, `unconfirmed` one whose address is not confirmed,
 * `claims` one who signed up as `{ role: 'admin' }`, `expired` an admin whose token is too old.
 * A cell says which rows: all, some (published or active ones), one (their own), none; `allowed`
 * for a call that row security lets pass, `refused` without the right, `never` where no right is
 * possible, or the code of an error (428C9: the table numbers its rows itself). Without a look-up
 * header: with `x-lookup-key` anybody sees the one batch code, and with the browser's cookie the one
 * order, that it names.
 */
export const identities = [
  'anon',
  'A',
  'B',
  'unconfirmed',
  'admin',
  'claims',
  'expired',
  'service',
] as const;

const relations = `
  relation              | command | anon    | A       | B       | unconfirmed | admin   | claims  | expired  | service
  audit_log             | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  audit_log             | insert  | refused | refused | refused | refused     | refused | refused | PGRST303 | refused
  audit_log             | update  | refused | refused | refused | refused     | refused | refused | PGRST303 | refused
  audit_log             | delete  | refused | refused | refused | refused     | refused | refused | PGRST303 | refused
  batch_documents       | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  batch_documents       | insert  | refused | refused | refused | refused     | allowed | refused | PGRST303 | allowed
  batch_documents       | update  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  batch_documents       | delete  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  batch_passports       | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  batch_passports       | insert  | refused | refused | refused | refused     | refused | refused | PGRST303 | refused
  batch_passports       | update  | refused | refused | refused | refused     | refused | refused | PGRST303 | refused
  batch_passports       | delete  | refused | refused | refused | refused     | refused | refused | PGRST303 | refused
  batch_results         | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  batch_results         | insert  | 428C9   | refused | refused | refused     | allowed | refused | PGRST303 | allowed
  batch_results         | update  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  batch_results         | delete  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  batches               | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  batches               | insert  | refused | refused | refused | refused     | allowed | refused | PGRST303 | allowed
  batches               | update  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  batches               | delete  | refused | none    | none    | none        | allowed | none    | PGRST303 | allowed
  blog_posts            | select  | some    | some    | some    | some        | all     | some    | PGRST303 | all
  blog_posts            | insert  | refused | refused | refused | refused     | allowed | refused | PGRST303 | allowed
  blog_posts            | update  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  blog_posts            | delete  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  cart_items            | select  | refused | one     | one     | none        | none    | none    | PGRST303 | all
  cart_items            | insert  | refused | allowed | refused | refused     | refused | refused | PGRST303 | allowed
  cart_items            | update  | refused | one     | one     | none        | none    | none    | PGRST303 | all
  cart_items            | delete  | refused | one     | one     | none        | none    | none    | PGRST303 | all
  code_alerts           | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  code_alerts           | insert  | refused | refused | refused | refused     | refused | refused | PGRST303 | allowed
  code_alerts           | update  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  code_alerts           | delete  | refused | refused | refused | refused     | refused | refused | PGRST303 | all
  code_checks           | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  code_checks           | insert  | refused | refused | refused | refused     | refused | refused | PGRST303 | allowed
  code_checks           | update  | refused | refused | refused | refused     | refused | refused | PGRST303 | all
  code_checks           | delete  | refused | refused | refused | refused     | refused | refused | PGRST303 | all
  code_reports          | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  code_reports          | insert  | refused | refused | refused | refused     | refused | refused | PGRST303 | allowed
  code_reports          | update  | refused | refused | refused | refused     | refused | refused | PGRST303 | all
  code_reports          | delete  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  contacts              | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  contacts              | insert  | allowed | allowed | allowed | allowed     | allowed | allowed | PGRST303 | allowed
  contacts              | update  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  contacts              | delete  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  customers             | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  customers             | insert  | refused | refused | refused | refused     | refused | refused | PGRST303 | refused
  customers             | update  | refused | refused | refused | refused     | refused | refused | PGRST303 | refused
  customers             | delete  | refused | refused | refused | refused     | refused | refused | PGRST303 | refused
  delivery_rates        | select  | all     | all     | all     | all         | all     | all     | PGRST303 | all
  delivery_rates        | insert  | refused | refused | refused | refused     | allowed | refused | PGRST303 | allowed
  delivery_rates        | update  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  delivery_rates        | delete  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  delivery_zones        | select  | all     | all     | all     | all         | all     | all     | PGRST303 | all
  delivery_zones        | insert  | refused | refused | refused | refused     | allowed | refused | PGRST303 | allowed
  delivery_zones        | update  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  delivery_zones        | delete  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  discounts             | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  discounts             | insert  | refused | refused | refused | refused     | allowed | refused | PGRST303 | allowed
  discounts             | update  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  discounts             | delete  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  disputes              | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  disputes              | insert  | refused | refused | refused | refused     | refused | refused | PGRST303 | allowed
  disputes              | update  | refused | refused | refused | refused     | refused | refused | PGRST303 | all
  disputes              | delete  | refused | refused | refused | refused     | refused | refused | PGRST303 | all
  failed_mails          | select  | refused | none    | none    | none        | all     | none    | PGRST303 | none
  failed_mails          | insert  | never   | never   | never   | never       | never   | never   | PGRST303 | never
  failed_mails          | update  | never   | never   | never   | never       | never   | never   | PGRST303 | never
  failed_mails          | delete  | never   | never   | never   | never       | never   | never   | PGRST303 | never
  incidents             | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  incidents             | insert  | refused | refused | refused | refused     | refused | refused | PGRST303 | allowed
  incidents             | update  | refused | refused | refused | refused     | refused | refused | PGRST303 | all
  incidents             | delete  | refused | refused | refused | refused     | refused | refused | PGRST303 | all
  mails                 | select  | refused | none    | none    | none        | all     | none    | PGRST303 | none
  mails                 | insert  | never   | never   | never   | never       | never   | never   | PGRST303 | never
  mails                 | update  | never   | never   | never   | never       | never   | never   | PGRST303 | never
  mails                 | delete  | never   | never   | never   | never       | never   | never   | PGRST303 | never
  manual_orders         | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  manual_orders         | insert  | refused | refused | refused | refused     | refused | refused | PGRST303 | allowed
  manual_orders         | update  | refused | refused | refused | refused     | refused | refused | PGRST303 | allowed
  manual_orders         | delete  | refused | refused | refused | refused     | refused | refused | PGRST303 | all
  notes                 | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  notes                 | insert  | refused | refused | refused | refused     | allowed | refused | PGRST303 | allowed
  notes                 | update  | refused | refused | refused | refused     | refused | refused | PGRST303 | all
  notes                 | delete  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  order_line_batches    | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  order_line_batches    | insert  | refused | refused | refused | refused     | allowed | refused | PGRST303 | allowed
  order_line_batches    | update  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  order_line_batches    | delete  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  orders                | select  | none    | one     | one     | none        | all     | none    | PGRST303 | all
  orders                | insert  | refused | refused | refused | refused     | refused | refused | PGRST303 | allowed
  orders                | update  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  orders                | delete  | refused | refused | refused | refused     | refused | refused | PGRST303 | allowed
  orders_by_session     | select  | none    | none    | none    | none        | none    | none    | PGRST303 | none
  orders_by_session     | insert  | never   | never   | never   | never       | never   | never   | PGRST303 | never
  orders_by_session     | update  | never   | never   | never   | never       | never   | never   | PGRST303 | never
  orders_by_session     | delete  | never   | never   | never   | never       | never   | never   | PGRST303 | never
  partners              | select  | some    | some    | some    | some        | all     | some    | PGRST303 | all
  partners              | insert  | refused | refused | refused | refused     | allowed | refused | PGRST303 | allowed
  partners              | update  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  partners              | delete  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  payment_links         | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  payment_links         | insert  | refused | refused | refused | refused     | refused | refused | PGRST303 | allowed
  payment_links         | update  | refused | refused | refused | refused     | refused | refused | PGRST303 | all
  payment_links         | delete  | refused | refused | refused | refused     | refused | refused | PGRST303 | all
  payments              | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  payments              | insert  | refused | refused | refused | refused     | refused | refused | PGRST303 | allowed
  payments              | update  | refused | refused | refused | refused     | refused | refused | PGRST303 | all
  payments              | delete  | refused | refused | refused | refused     | refused | refused | PGRST303 | allowed
  picture_library       | select  | refused | none    | none    | none        | all     | none    | PGRST303 | none
  picture_library       | insert  | never   | never   | never   | never       | never   | never   | PGRST303 | never
  picture_library       | update  | never   | never   | never   | never       | never   | never   | PGRST303 | never
  picture_library       | delete  | never   | never   | never   | never       | never   | never   | PGRST303 | never
  picture_sums          | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  picture_sums          | insert  | refused | refused | refused | refused     | refused | refused | PGRST303 | refused
  picture_sums          | update  | refused | refused | refused | refused     | refused | refused | PGRST303 | refused
  picture_sums          | delete  | refused | refused | refused | refused     | refused | refused | PGRST303 | refused
  pictures              | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  pictures              | insert  | refused | refused | refused | refused     | allowed | refused | PGRST303 | allowed
  pictures              | update  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  pictures              | delete  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  product_requirements  | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  product_requirements  | insert  | refused | refused | refused | refused     | allowed | refused | PGRST303 | allowed
  product_requirements  | update  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  product_requirements  | delete  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  product_validity_view | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  product_validity_view | insert  | refused | refused | refused | refused     | refused | refused | PGRST303 | allowed
  product_validity_view | update  | refused | refused | refused | refused     | refused | refused | PGRST303 | all
  product_validity_view | delete  | refused | refused | refused | refused     | refused | refused | PGRST303 | all
  products              | select  | some    | some    | some    | some        | all     | some    | PGRST303 | all
  products              | insert  | refused | refused | refused | refused     | allowed | refused | PGRST303 | allowed
  products              | update  | none    | none    | none    | none        | all     | none    | PGRST303 | all
  products              | delete  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  recall_batches        | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  recall_batches        | insert  | refused | refused | refused | refused     | allowed | refused | PGRST303 | allowed
  recall_batches        | update  | refused | none    | none    | none        | allowed | none    | PGRST303 | allowed
  recall_batches        | delete  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  recall_recipients     | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  recall_recipients     | insert  | refused | refused | refused | refused     | refused | refused | PGRST303 | allowed
  recall_recipients     | update  | refused | refused | refused | refused     | refused | refused | PGRST303 | all
  recall_recipients     | delete  | refused | refused | refused | refused     | refused | refused | PGRST303 | all
  recalls               | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  recalls               | insert  | refused | refused | refused | refused     | allowed | refused | PGRST303 | allowed
  recalls               | update  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  recalls               | delete  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  reconcile_runs        | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  reconcile_runs        | insert  | refused | refused | refused | refused     | refused | refused | PGRST303 | allowed
  reconcile_runs        | update  | refused | refused | refused | refused     | refused | refused | PGRST303 | all
  reconcile_runs        | delete  | refused | refused | refused | refused     | refused | refused | PGRST303 | all
  refunds               | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  refunds               | insert  | refused | refused | refused | refused     | refused | refused | PGRST303 | allowed
  refunds               | update  | refused | refused | refused | refused     | refused | refused | PGRST303 | all
  refunds               | delete  | refused | refused | refused | refused     | refused | refused | PGRST303 | all
  saved_filters         | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  saved_filters         | insert  | refused | refused | refused | refused     | allowed | refused | PGRST303 | allowed
  saved_filters         | update  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  saved_filters         | delete  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  shipments             | select  | refused | one     | one     | none        | all     | none    | PGRST303 | all
  shipments             | insert  | refused | refused | refused | refused     | refused | refused | PGRST303 | allowed
  shipments             | update  | refused | refused | refused | refused     | refused | refused | PGRST303 | all
  shipments             | delete  | refused | refused | refused | refused     | refused | refused | PGRST303 | all
  site_settings         | select  | all     | all     | all     | all         | all     | all     | PGRST303 | all
  site_settings         | insert  | refused | refused | refused | refused     | allowed | refused | PGRST303 | allowed
  site_settings         | update  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  site_settings         | delete  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  stock_movements       | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  stock_movements       | insert  | refused | refused | refused | refused     | refused | refused | PGRST303 | refused
  stock_movements       | update  | refused | refused | refused | refused     | refused | refused | PGRST303 | refused
  stock_movements       | delete  | refused | refused | refused | refused     | refused | refused | PGRST303 | refused
  tax_rates             | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  tax_rates             | insert  | refused | refused | refused | refused     | allowed | refused | PGRST303 | allowed
  tax_rates             | update  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  tax_rates             | delete  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  testimonials          | select  | some    | some    | some    | some        | all     | some    | PGRST303 | all
  testimonials          | insert  | refused | refused | refused | refused     | allowed | refused | PGRST303 | allowed
  testimonials          | update  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  testimonials          | delete  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  text_versions         | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  text_versions         | insert  | 428C9   | refused | refused | refused     | allowed | refused | PGRST303 | allowed
  text_versions         | update  | refused | refused | refused | refused     | refused | refused | PGRST303 | all
  text_versions         | delete  | refused | refused | refused | refused     | refused | refused | PGRST303 | all
  transparency_log      | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  transparency_log      | insert  | refused | refused | refused | refused     | refused | refused | PGRST303 | refused
  transparency_log      | update  | refused | refused | refused | refused     | refused | refused | PGRST303 | refused
  transparency_log      | delete  | refused | refused | refused | refused     | refused | refused | PGRST303 | refused
  unit_codes            | select  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  unit_codes            | insert  | refused | refused | refused | refused     | refused | refused | PGRST303 | allowed
  unit_codes            | update  | refused | refused | refused | refused     | refused | refused | PGRST303 | all
  unit_codes            | delete  | refused | refused | refused | refused     | refused | refused | PGRST303 | all
  validity_codes        | select  | none    | none    | none    | none        | all     | none    | PGRST303 | all
  validity_codes        | insert  | refused | refused | refused | refused     | allowed | refused | PGRST303 | allowed
  validity_codes        | update  | refused | none    | none    | none        | all     | none    | PGRST303 | all
  validity_codes        | delete  | refused | none    | none    | none        | all     | none    | PGRST303 | all
`;

const functions = `
  function                                                       | command | anon    | A       | B       | unconfirmed | admin   | claims  | expired  | service
  admin_batch_checks(batch)                                      | rpc     | refused | allowed | allowed | allowed     | allowed | allowed | PGRST303 | allowed
  admin_batch_stock()                                            | rpc     | refused | refused | refused | refused     | allowed | refused | PGRST303 | refused
  admin_code_checks(first_day, last_day, zone)                   | rpc     | refused | refused | refused | refused     | allowed | refused | PGRST303 | refused
  admin_customer(customer)                                       | rpc     | refused | refused | refused | refused     | allowed | refused | PGRST303 | refused
  admin_discount_uses(discount_ids)                              | rpc     | refused | refused | refused | refused     | allowed | refused | PGRST303 | refused
  admin_find(words, most)                                        | rpc     | refused | refused | refused | refused     | allowed | refused | PGRST303 | refused
  admin_ledger(first_day, last_day, zone, after_at, after_key)   | rpc     | refused | refused | refused | refused     | allowed | refused | PGRST303 | refused
  admin_list(list, search, filters, sort, ascending, skip, take) | rpc     | refused | refused | refused | refused     | 22023   | refused | PGRST303 | refused
  admin_log_people()                                             | rpc     | refused | refused | refused | refused     | allowed | refused | PGRST303 | refused
  admin_order_money(order_ids)                                   | rpc     | refused | refused | refused | refused     | allowed | refused | PGRST303 | refused
  admin_overview()                                               | rpc     | refused | refused | refused | refused     | allowed | refused | PGRST303 | refused
  admin_picture_uses(picture)                                    | rpc     | refused | refused | refused | refused     | allowed | refused | PGRST303 | refused
  admin_sales(first_day, last_day, zone)                         | rpc     | refused | refused | refused | refused     | allowed | refused | PGRST303 | refused
  admin_sales_by(dimension, first_day, last_day, zone)           | rpc     | refused | refused | refused | refused     | 22023   | refused | PGRST303 | refused
  admin_standing()                                               | rpc     | refused | allowed | allowed | allowed     | allowed | allowed | PGRST303 | allowed
  change_stock(product_id, reason, amount, request)              | rpc     | refused | refused | refused | refused     | P0002   | refused | PGRST303 | refused
  former_address(page_kind, former)                              | rpc     | allowed | allowed | allowed | allowed     | allowed | allowed | PGRST303 | allowed
  is_admin()                                                     | rpc     | refused | allowed | allowed | allowed     | allowed | allowed | PGRST303 | allowed
  note_line_batches(lines, replace)                              | rpc     | refused | refused | refused | refused     | allowed | refused | PGRST303 | refused
  order_batches(order_ids)                                       | rpc     | refused | allowed | allowed | allowed     | allowed | allowed | PGRST303 | allowed
  product_tags()                                                 | rpc     | allowed | allowed | allowed | allowed     | allowed | allowed | PGRST303 | allowed
  publish_texts(version, place, texts, seen)                     | rpc     | refused | refused | refused | refused     | allowed | refused | PGRST303 | refused
  refused_codes(codes)                                           | rpc     | refused | refused | refused | refused     | allowed | refused | PGRST303 | refused
  related_products(product)                                      | rpc     | allowed | allowed | allowed | allowed     | allowed | allowed | PGRST303 | allowed
  rename_in_search_texts(former_name, new_name)                  | rpc     | refused | refused | refused | refused     | allowed | refused | PGRST303 | refused
  replace_cart(items, base)                                      | rpc     | refused | 22023   | 22023   | 22023       | 22023   | 22023   | PGRST303 | 22023
  replace_picture(former, latter, state, width, height)          | rpc     | refused | refused | refused | refused     | P0001   | refused | PGRST303 | refused
  save_batch_results(batch, seen, wanted)                        | rpc     | refused | refused | refused | refused     | allowed | refused | PGRST303 | refused
  save_recall(recall, reason, instructions, batch_ids, seen)     | rpc     | refused | refused | refused | refused     | allowed | refused | PGRST303 | refused
  save_settings(seen, wanted)                                    | rpc     | refused | refused | refused | refused     | allowed | refused | PGRST303 | refused
  search_shop(words, most, skip, sort, tag)                      | rpc     | allowed | allowed | allowed | allowed     | allowed | allowed | PGRST303 | allowed
`;

/** One line per relation and command, cells divided by a bar. */
export const permissions: readonly string[] = [relations, functions].flatMap((table) =>
  table
    .trim()
    .split('\n')
    .slice(1)
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .join(' | '),
    ),
);
