import { asVisitor } from '#app/lib/as-visitor.ts';
import { invokeFunction } from '#app/lib/invoke-function.ts';
import { openTables } from '#app/lib/open-tables.ts';
import type { ReferenceColumn } from '#domain/payment-method.ts';
import type { OrderSource } from './follow-order.ts';

/**
 * Reads the order through the REST API. A session id only opens its order if the lookup header
 * contains it as well, and an account's order shows its details to that account alone.
 */
export function createOrderSource(
  { referenceColumn, confirm }: { referenceColumn: ReferenceColumn; confirm: string },
  publishableKey: string,
): OrderSource {
  return {
    async readOrder(sessionId) {
      try {
        const { data, error } = await asVisitor(
          publishableKey,
          async (headers) => {
            const tables = await openTables(publishableKey, {
              ...headers,
              'x-lookup-key': sessionId,
            });
            return tables.from('orders').select().eq(referenceColumn, sessionId).maybeSingle();
          },
          ({ status }) => status === 401,
        );
        return error ? 'unreachable' : data;
      } catch {
        return 'unreachable';
      }
    },
    async updateDetails(sessionId) {
      const { failure } = await invokeFunction(confirm, {
        publishableKey,
        body: { sessionId },
      });
      return failure === null;
    },
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  };
}
