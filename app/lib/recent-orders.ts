import type { RecentOrder } from '#domain/recent-order.ts';
import { type FunctionAnswer, invokeFunction } from './invoke-function.ts';
import { readCustomer } from './open-auth.ts';

/** Requests their current state; null if that failed. */
export async function readRecentOrders(publishableKey: string): Promise<RecentOrder[] | null> {
  const customer = await readCustomer(publishableKey);
  const answer: FunctionAnswer<{ orders: RecentOrder[] }> = await invokeFunction('recent-orders', {
    publishableKey,
    headers: customer.kind === 'customer' ? customer.headers : {},
    body: {},
  });
  return answer.data?.orders ?? null;
}
