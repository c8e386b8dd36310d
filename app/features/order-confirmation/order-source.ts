import { invokeFunction } from '#app/lib/invoke-function.ts';
import { openTables } from '#app/lib/open-tables.ts';
import type { OrderSource } from './follow-order.ts';

/**
 * Reads the order by the table interface. A session id opens its order only when it also stands in
 * the look-up header.
 */
export function createOrderSource(publishableKey: string): OrderSource {
  return {
    async readOrder(sessionId) {
      try {
        const tables = await openTables(publishableKey, { 'x-lookup-key': sessionId });
        const { data, error } = await tables
          .from('orders')
          .select()
          .eq('stripe_session_id', sessionId)
          .maybeSingle();
        return error ? 'unreachable' : data;
      } catch {
        return 'unreachable';
      }
    },
    async updateDetails(sessionId) {
      const { failure } = await invokeFunction('update-order-details', {
        publishableKey,
        body: { sessionId },
      });
      return failure === null;
    },
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  };
}
