import { invokeFunction } from './invoke-function.ts';

/**
 * Makes the shop delete the cookies that link this browser to earlier orders, which scripts cannot
 * access. Resolves even if the shop does not respond.
 */
export async function forgetOrders(publishableKey: string): Promise<void> {
  await invokeFunction('forget-orders', { publishableKey, body: {} });
}
