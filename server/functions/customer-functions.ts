import { z } from 'zod';
import { eraseCustomer } from '#server/accounts/erase-customer.ts';
import { exportCustomer } from '#server/accounts/export-customer.ts';
import { fail } from './failure.ts';
import type { FunctionDeps, FunctionHandler } from './function-handler.ts';
import { sendExport } from './send-export.ts';

const request = z.object({ customerId: z.uuid() });
const unknown = 'This customer does not exist anymore.';

/** `{customerId}` → everything the shop holds of the customer, for admins. */
export function exportCustomerFunction({ context }: FunctionDeps): FunctionHandler {
  return async (c, body) => {
    const read = request.safeParse(body);
    if (!read.success) return fail(c, 'invalid_request', 'customerId: must be an id');
    const data = await exportCustomer(context.db, read.data.customerId, context.now());
    return data ? sendExport(c, data, context) : fail(c, 'customer_not_found', unknown);
  };
}

/** `{customerId}` → `{erased: true}`, for admins. */
export function eraseCustomerFunction({ context, accounts }: FunctionDeps): FunctionHandler {
  return async (c, body, { userId }) => {
    const read = request.safeParse(body);
    if (!read.success) return fail(c, 'invalid_request', 'customerId: must be an id');
    const which = { customerId: read.data.customerId, erasedBy: userId };
    const outcome = await eraseCustomer(context, accounts, which);
    switch (outcome.kind) {
      case 'erased':
        return c.json({ erased: true });
      case 'unfinished': {
        const message = 'The account is closed. What is left is erased within some minutes.';
        return fail(c, 'erasure_unfinished', message);
      }
      case 'customer_not_found':
        return fail(c, 'customer_not_found', unknown);
      case 'admin_account':
        return fail(c, 'admin_account', 'Administrator accounts can’t be erased here.');
      case 'orders_open': {
        const orders = outcome.count === 1 ? 'One order is' : `${outcome.count} orders are`;
        const message = `${orders} still to be shipped, which requires the address. Ship or cancel first.`;
        return fail(c, 'orders_open', message);
      }
    }
  };
}
