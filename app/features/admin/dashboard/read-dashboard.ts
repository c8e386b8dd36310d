import type { AdminCalls } from '../data/use-admin-calls.ts';
import { knownEmail, knownName, shownPayments } from '../orders/order-text.ts';
import { type Activity, localMidnight, recentActivity } from './activity.ts';
import { lastDays } from './last-days.ts';

export interface Overview {
  products: number;
  orders: number;
  contacts: number;
  attention: {
    review: number;
    disputed: number;
    failed_mails: number;
    unanswered: number;
    to_ship: number;
    low_stock: number;
  };
}

export async function readOverview(calls: AdminCalls): Promise<Overview> {
  return (await calls.run((tables) => tables.rpc('admin_overview'))) as unknown as Overview;
}

/** Requirements §9.4, dashboard. Abandoned checkouts do not count as activity. */
export async function readActivity(calls: AdminCalls): Promise<Activity[]> {
  const newest = { ascending: false };
  const [products, contacts, orders] = await Promise.all([
    calls.run((tables) =>
      tables.from('products').select('id, name, created_at').order('created_at', newest).limit(3),
    ),
    calls.run((tables) =>
      tables.from('contacts').select('id, name, created_at').order('created_at', newest).limit(3),
    ),
    calls.run((tables) =>
      tables
        .from('orders')
        .select('id, name, email, created_at')
        .gte('created_at', localMidnight(new Date()).toISOString())
        .in('payment_status', shownPayments)
        .order('created_at', newest)
        .limit(5),
    ),
  ]);
  return recentActivity(
    { products, contacts, orders },
    ({ name, email }) => knownName(name) ?? knownEmail(email) ?? 'Guest',
  );
}

export interface Sales {
  days: { day: string; orders: number; cents: number; refunded_cents: number }[];
  products: { name: string; weight: string; quantity: number; cents: number }[];
}

/** The last `days` days, including today, in the shop's time zone. */
export async function readSales(calls: AdminCalls, days: number, zone: string): Promise<Sales> {
  const period = lastDays(new Date(), days, zone);
  const sales = await calls.run((tables) => tables.rpc('admin_sales', { ...period, zone }));
  return sales as unknown as Sales;
}
