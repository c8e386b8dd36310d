import { orderNumber } from '#domain/order.ts';

export interface Activity {
  id: string;
  event: string;
  user: string;
  /** ISO 8601. */
  date: string;
}

interface Sources {
  products: readonly { id: string; name: string; created_at: string }[];
  contacts: readonly { id: string; name: string; created_at: string }[];
  orders: readonly { id: string; name: string; email: string; created_at: string }[];
}

const shown = 5;

/**
 * The latest 5 of these events combined: 3 newest products, 3 newest messages and today's orders
 * (requirements §9.4). `userOf` names an order's customer.
 */
export function recentActivity(
  { products, contacts, orders }: Sources,
  userOf: (order: Sources['orders'][number]) => string,
): Activity[] {
  return [
    ...products.map(({ id, name, created_at }) => ({
      id,
      event: `Product added: ${name}`,
      user: 'Admin',
      date: created_at,
    })),
    ...contacts.map(({ id, name, created_at }) => ({
      id,
      event: 'Contact message',
      user: name,
      date: created_at,
    })),
    ...orders.map((order) => ({
      id: order.id,
      event: `Order #${orderNumber(order.id)}`,
      user: userOf(order),
      date: order.created_at,
    })),
  ]
    .sort((a, b) => Date.parse(b.date) - Date.parse(a.date))
    .slice(0, shown);
}

/** When today began in the admin's time zone (requirements §9.4). */
export function localMidnight(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate());
}
