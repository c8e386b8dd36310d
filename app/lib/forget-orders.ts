import { invokeFunction } from './invoke-function.ts';

/**
 * Has the shop take the cookies by which this browser is known for earlier orders, which scripts
 * cannot reach. Resolves also where the shop does not answer.
 */
export async function forgetOrders(publishableKey: string): Promise<void> {
  await invokeFunction('forget-orders', { publishableKey, body: {} });
}
