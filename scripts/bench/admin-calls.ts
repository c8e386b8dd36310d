import type { SupabaseClient } from '@supabase/supabase-js';
import type { ShopSize } from './fill-shop.ts';

export type Call = () => PromiseLike<{ error: unknown }>;

/** Every call that an admin screen makes for a signed-in owner, by name. */
export async function adminCalls(
  client: SupabaseClient,
  size: Pick<ShopSize, 'orders' | 'codes' | 'pictures'>,
): Promise<Record<string, Call>> {
  /** Lists count up to 10,000 rows, and their pages end there. */
  const last = (rows: number, take: number) => Math.max(0, Math.floor(rows) - take);
  const list = (asked: object) => () => client.rpc('admin_list', asked);
  const find = (words: string) => () => client.rpc('admin_find', { words });
  const shown = ['pending', 'paid', 'review', 'refunded', 'partially_refunded', 'disputed'];
  const orders = { list: 'orders', filters: { payment_status: shown } };
  const today = new Date();
  const day = (ago: number) =>
    new Date(today.getTime() - ago * 86_400_000).toISOString().slice(0, 10);
  const figures = (dimension: string) => () =>
    client.rpc('admin_sales_by', {
      ...{ dimension, first_day: day(364), last_day: day(0), zone: 'America/New_York' },
    });
  const oldest = await client.from('orders').select('id').limit(1).order('created_at');
  const id = oldest.data?.[0]?.id ?? '00000000-0000-4000-8000-000000000000';
  const shared = client.from('picture_library').select('id').eq('name', 'measured-1.webp').limit(1);
  const picture = (await shared).data?.[0]?.id ?? id;
  const known = await client.from('customers').select('id').limit(1);
  const customer = known.data?.[0]?.id ?? id;

  return {
    'may I come in': () => client.rpc('is_admin'),
    'dashboard: counts': () => client.rpc('admin_overview'),
    'dashboard: 90 days of sales': () =>
      client.rpc('admin_sales', { first_day: day(89), last_day: day(0), zone: 'America/New_York' }),
    'figures: a year by product': figures('product'),
    'figures: a year by country': figures('country'),
    'figures: a year by code': figures('code'),
    'dashboard: activity': () =>
      client
        .from('orders')
        .select('id, name, email, created_at')
        .gte('created_at', day(0))
        .in('payment_status', shown)
        .order('created_at', { ascending: false })
        .limit(5),
    'orders: first page': list(orders),
    'orders: last page': list({ ...orders, skip: last(Math.min(10_000, size.orders * 0.8), 10) }),
    'orders: by customer': list({ ...orders, sort: 'name', ascending: true }),
    'orders: search for one': list({ ...orders, search: 'customer31415@mail' }),
    'orders: search that finds thousands': list({ ...orders, search: 'stone' }),
    'orders: search for a letter': list({ ...orders, search: 'a' }),
    'orders: search for two letters that nothing has': list({ ...orders, search: 'zq' }),
    'orders: shipped and paid': list({
      list: 'orders',
      filters: { payment_status: ['paid'], status: ['shipped'] },
    }),
    'orders: one of them': () =>
      client.from('orders').select('*, payments(*), refunds(*), shipments(*)').eq('id', id),
    'orders: its changes': () =>
      client.from('audit_log').select().eq('table_name', 'orders').eq('row_id', id),
    'orders: a page of the ledger of a year': () =>
      client.rpc('admin_ledger', {
        first_day: day(364),
        last_day: day(0),
        zone: 'America/New_York',
      }),
    'customers: first page': list({ list: 'customers', sort: 'last_order_at', take: 20 }),
    'customers: by money spent': list({ list: 'customers', sort: 'spent_cents', take: 20 }),
    'customers: search for one': list({
      list: 'customers',
      sort: 'last_order_at',
      take: 20,
      search: 'customer31415@mail',
    }),
    'customers: search that finds thousands': list({
      list: 'customers',
      sort: 'last_order_at',
      take: 20,
      search: 'stone',
    }),
    'customers: one of them': () => client.rpc('admin_customer', { customer }),
    'products: first page': list({ list: 'products', take: 20 }),
    'products: search': list({ list: 'products', take: 20, search: 'product 314' }),
    'codes: first page': list({ list: 'validity_codes', take: 20 }),
    'codes: last page': list({
      list: 'validity_codes',
      take: 20,
      skip: last(Math.min(10_000, size.codes), 20),
    }),
    'codes: search': list({ list: 'validity_codes', take: 20, search: '31415' }),
    'messages: first page': list({ list: 'contacts', take: 20 }),
    'messages: search': list({ list: 'contacts', take: 20, search: 'visitor314' }),
    'posts: first page': list({ list: 'blog_posts', take: 20 }),
    'pictures: first page': list({ list: 'picture_library', take: 20 }),
    'pictures: last page': list({
      list: 'picture_library',
      take: 20,
      skip: last(Math.min(10_000, size.pictures ?? 0), 20),
    }),
    'pictures: by size': list({ list: 'picture_library', take: 20, sort: 'bytes' }),
    'pictures: not used': list({
      list: 'picture_library',
      take: 20,
      filters: { used: ['false'] },
    }),
    'pictures: to choose from': list({ list: 'picture_library', take: 24 }),
    'pictures: search for one by what uses it': list({
      list: 'picture_library',
      take: 20,
      search: 'product 314',
    }),
    'pictures: search that finds thousands': list({
      list: 'picture_library',
      take: 20,
      search: 'slate',
    }),
    'pictures: search for a letter': list({ list: 'picture_library', take: 20, search: 'a' }),
    'pictures: one of them': () =>
      client.from('picture_library').select().eq('id', picture).single(),
    'pictures: what uses the most used': () =>
      client.rpc('admin_picture_uses', { picture: 'measured-1.webp' }),
    'palette: a customer': find('customer31415@mail'),
    'palette: what thousands have': find('stone'),
    'palette: two letters that nothing has': find('zq'),
    'failed mails: first page': list({ list: 'failed_mails', sort: 'failed_at', take: 20 }),
    'log: first page': list({ list: 'audit_log', take: 25 }),
    'log: last page': list({
      list: 'audit_log',
      take: 25,
      skip: last(Math.min(10_000, size.orders * 2), 25),
    }),
    'log: of a table and a person': list({
      list: 'audit_log',
      take: 25,
      filters: { table_name: ['partners'], actor_email: ['owner1@mail.example'] },
    }),
    'log: by the shop': list({ list: 'audit_log', take: 25, filters: { actor_email: null } }),
    'log: search': list({ list: 'audit_log', take: 25, search: 'owner3@mail' }),
    'log: its people': () => client.rpc('admin_log_people'),
  };
}
