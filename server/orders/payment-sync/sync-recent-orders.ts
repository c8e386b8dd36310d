import type { RecentOrder } from '#domain/recent-order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { hasArrived, isUnderWay, mayBringMoney } from '#server/orders/order-state/attempt-state.ts';
import {
  ordersOfShopper,
  recentMs,
  type Shopper,
  type ShopperOrder,
} from '#server/orders/order-state/shopper-orders.ts';
import { serviceOf } from '#server/payments/registry.ts';
import { syncOrderPayment } from './sync-order-payment.ts';

/** If more payments than this are waiting, the rest are left to the reconciler. */
const maxLooks = 5;

/**
 * Syncs the shopper's waiting orders with their providers, unless `mayLook` refuses that many
 * questions. Returns the recent ones that are paid or may still become so.
 */
export async function syncRecentOrders(
  context: OrderContext,
  shopper: Shopper,
  mayLook: (looks: number) => Promise<boolean>,
): Promise<RecentOrder[]> {
  const { db, now } = context;
  const known = await ordersOfShopper(db, shopper, now());
  const waiting = known.filter((order) => order.reference !== null && mayBringMoney(order));
  const asked = waiting.slice(0, maxLooks);
  const looks = asked.length > 0 && (await mayLook(asked.length));
  const declined = new Set<string>();
  await Promise.all(
    (looks ? asked : []).map(async ({ provider, reference, id }) => {
      const settled = await syncOrderPayment(context, provider, reference ?? '');
      if (settled.kind === 'settled' && settled.declined) declined.add(id);
    }),
  );
  const orders = looks ? await ordersOfShopper(db, shopper, now()) : known;
  return orders.flatMap((order) => {
    if (order.reference === null) return [];
    if (hasArrived(order)) return [describe(order, order.reference, 'paid', now())];
    if (!mayBringMoney(order)) return [];
    const state = isUnderWay(order) ? 'processing' : 'open';
    const told = describe(order, order.reference, state, now());
    return [declined.has(order.id) ? { ...told, declined: true } : told];
  });
}

/** The cookie opens the order page for a day; after that, the customer requests a link. */
function pathOf(provider: ShopperOrder['provider'], reference: string, isRecent: boolean): string {
  const { path, parameter } = serviceOf(provider).method.successPage;
  return isRecent ? `${path}?${parameter}=${encodeURIComponent(reference)}` : '/find-order';
}

function describe(
  { id, provider, lines, createdAt, fromAccount }: ShopperOrder,
  reference: string,
  state: RecentOrder['state'],
  now: Date,
): RecentOrder {
  return {
    id,
    state,
    items: lines.map((line) => ({
      id: line.id ?? '',
      name: line.name,
      weight: line.weight,
      quantity: line.quantity,
    })),
    created_at: createdAt.toISOString(),
    from_account: fromAccount,
    path: pathOf(provider, reference, createdAt.getTime() > now.getTime() - recentMs),
  };
}
