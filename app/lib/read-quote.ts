import type { Destination, OfferedRate } from '#domain/delivery.ts';
import type { Cents } from '#domain/money.ts';
import { type FunctionFailure, invokeFunction } from './invoke-function.ts';
import { readCustomer } from './open-auth.ts';

/** What determines an order's amounts besides its lines, in the functions' terms. */
export interface QuoteInput {
  discountCode: string;
  deliveryRateId: string | null;
  destination: Destination | null;
}

export interface QuoteItem {
  id: string;
  weight: string;
  quantity: number;
}

/** Response of `quote`; amounts in cents. */
export interface Quote {
  subtotal: Cents;
  discount: Cents;
  delivery: Cents;
  tax: Cents;
  taxIncluded: Cents;
  total: Cents;
  rates: OfferedRate[];
  deliveryRateId: string | null;
  needsDestination: boolean;
  countries: string[];
  freeDeliveryFrom: Cents | null;
  problems: { code: string; message: string }[];
}

export type QuoteAnswer =
  | { quote: Quote; failure: null }
  | { quote: null; failure: FunctionFailure };

/**
 * Requests what these lines would cost now. A rate that is no longer offered is replaced by the
 * first one.
 */
export async function readQuote(
  items: readonly QuoteItem[],
  wish: QuoteInput,
  publishableKey: string,
): Promise<QuoteAnswer> {
  const customer = await readCustomer(publishableKey);
  const { data, failure } = await invokeFunction<Quote>('quote', {
    publishableKey,
    headers: customer.kind === 'customer' ? customer.headers : {},
    body: {
      items: items.map(({ id, weight, quantity }) => ({ id, weight, quantity })),
      ...wish,
    },
  });
  if (failure) return { quote: null, failure };
  const rateGone = data.problems.some(({ code }) => code === 'delivery_unavailable');
  if (rateGone && wish.deliveryRateId !== null && data.rates.length > 0) {
    return readQuote(items, { ...wish, deliveryRateId: null }, publishableKey);
  }
  return { quote: data, failure: null };
}

/** Problems with the code, which is then left out of the amounts; the order can be paid without it. */
export function isCodeProblem({ code }: { code: string }): boolean {
  return code === 'unknown_code' || code.startsWith('code_');
}

/** What to order so that it costs what was quoted; null if it cannot be ordered like this. */
export function orderable(quote: Quote, wish: QuoteInput): QuoteInput | null {
  const codeRefused = quote.problems.some(isCodeProblem);
  if (quote.needsDestination || quote.problems.some((problem) => !isCodeProblem(problem))) {
    return null;
  }
  return {
    discountCode: codeRefused ? '' : wish.discountCode,
    deliveryRateId: quote.deliveryRateId,
    destination: wish.destination,
  };
}
