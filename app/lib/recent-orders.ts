import { type FunctionAnswer, invokeFunction } from './invoke-function.ts';
import { readCustomer } from './open-auth.ts';

/** An order that this browser or its account started in the last day, or that a bank took longer to pay. */
export interface RecentOrder {
  id: string;
  /** `processing`: paid, awaiting the bank; `open`: not paid yet. */
  state: 'paid' | 'processing' | 'open';
  items: { id: string; name: string; weight: string; quantity: number }[];
  /** ISO 8601. */
  created_at: string;
  /** What was in an account's cart: the shop takes it out of there. False of a guest's. */
  from_account: boolean;
  /** The bank refused the last card; another can be tried. */
  declined?: true;
  /** Where its customer sees it. */
  path: string;
}

/** Asks for their current state; null when that failed. */
export async function readRecentOrders(publishableKey: string): Promise<RecentOrder[] | null> {
  const customer = await readCustomer(publishableKey);
  const answer: FunctionAnswer<{ orders: RecentOrder[] }> = await invokeFunction('recent-orders', {
    publishableKey,
    headers: customer.kind === 'customer' ? customer.headers : {},
    body: {},
  });
  return answer.data?.orders ?? null;
}
