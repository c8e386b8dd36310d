import { type FunctionAnswer, invokeFunction } from '#app/lib/invoke-function.ts';
import { readCustomer } from '#app/lib/open-auth.ts';

/** Calls a function as the signed-in customer; `signed_out` if the session has ended. */
export async function invokeAsCustomer<T>(
  name: string,
  publishableKey: string,
  body: Record<string, unknown> = {},
): Promise<FunctionAnswer<T>> {
  const customer = await readCustomer(publishableKey);
  if (customer.kind === 'customer') {
    return invokeFunction<T>(name, { publishableKey, headers: customer.headers, body });
  }
  return {
    data: null,
    failure:
      customer.kind === 'guest'
        ? { status: null, code: 'signed_out', message: 'Please sign in again.' }
        : { status: null, code: 'unreachable', message: 'The shop could not be reached.' },
  };
}
