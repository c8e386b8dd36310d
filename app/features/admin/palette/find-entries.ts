import { formatMoment } from '#domain/content-date.ts';
import { formatMoney, toCents } from '#domain/money.ts';
import { isPlaceholderEmail, orderNumber } from '#domain/order.ts';
import type { AdminCalls } from '../data/use-admin-calls.ts';
import { isRefundable, isToShip, knownName, statusLabel } from '../orders/order-text.ts';
import type { PaletteEntry, PaletteGroup, Verb } from './palette-entry.ts';

interface Found {
  orders: {
    id: string;
    name: string;
    email: string;
    total_amount: number;
    payment_status: string;
    status: string;
    created_at: string;
  }[];
  customers: { name: string; email: string; orders: number }[];
  products: { id: string; name: string; weight_type: string; price: number; sold_out: boolean }[];
}

const shown = 5;
/** The most entries that the database returns at once. */
const maxFound = 20;

/** Searches the database with the admin's permissions. Throws AdminFailure. */
export async function findEntries(
  calls: AdminCalls,
  words: string,
  timeZone: string,
): Promise<PaletteGroup[]> {
  const found = await find(calls, words, shown);
  return [
    { label: 'Orders', items: found.orders.map((order) => orderEntry(order, timeZone)) },
    {
      label: 'Customers',
      items: found.customers.filter(({ email }) => !isPlaceholderEmail(email)).map(customerEntry),
    },
    { label: 'Products', items: found.products.map(productEntry) },
  ];
}

/** Only orders that allow the action, so none that have already shipped or were never paid. */
export async function findOrdersTo(
  verb: Verb,
  calls: AdminCalls,
  words: string,
  timeZone: string,
): Promise<PaletteGroup[]> {
  const { orders } = await find(calls, words, maxFound);
  const fitting = orders.filter((order) =>
    verb === 'ship' ? isToShip(order) : isRefundable(order.payment_status),
  );
  const said = verb === 'ship' ? 'Ship order' : 'Refund order';
  const items = fitting.slice(0, shown).map((order) => {
    const entry = orderEntry(order, timeZone);
    return {
      ...entry,
      id: `${verb}:${entry.id}`,
      title: entry.title.replace(/^Order/, said),
      to: `${entry.to}&do=${verb}`,
    };
  });
  return [{ label: 'Orders', items }];
}

async function find(calls: AdminCalls, words: string, most: number): Promise<Found> {
  return (await calls.run((tables) =>
    tables.rpc('admin_find', { words, most }),
  )) as unknown as Found;
}

function orderEntry(order: Found['orders'][number], timeZone: string): PaletteEntry {
  return {
    id: `order:${order.id}`,
    title: `Order #${orderNumber(order.id)}`,
    line: [
      knownName(order.name),
      formatMoney(toCents(order.total_amount)),
      statusLabel(order.payment_status),
      formatMoment(order.created_at, timeZone),
    ]
      .filter(Boolean)
      .join(' · '),
    to: `/admin/orders?order=${order.id}`,
  };
}

function customerEntry({ name, email, orders }: Found['customers'][number]): PaletteEntry {
  return {
    id: `customer:${email}`,
    title: knownName(name) ?? email,
    line: `${email} · ${orders === 1 ? '1 order' : `${orders.toLocaleString('en-US')} orders`}`,
    to: `/admin/orders?q=${encodeURIComponent(email)}`,
  };
}

function productEntry(product: Found['products'][number]): PaletteEntry {
  return {
    id: `product:${product.id}`,
    title: product.name,
    line: [
      product.weight_type,
      formatMoney(toCents(product.price)),
      product.sold_out ? 'Sold out' : '',
    ]
      .filter(Boolean)
      .join(' · '),
    to: `/admin/products/${product.id}`,
  };
}
