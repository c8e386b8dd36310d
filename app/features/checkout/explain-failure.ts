import type { FunctionFailure } from '#app/lib/invoke-function.ts';
import { isCodeProblem } from '#app/lib/read-quote.ts';
import { maxQuantity } from '#domain/cart.ts';

const reasons: Record<string, string> = {
  unknown_product: 'A product in your cart is no longer sold. Please remove it, then try again.',
  weight_mismatch:
    'A product in your cart is no longer sold in that size. Please remove it, then try again.',
  sold_out: 'A product in your cart has just sold out. Please remove it, then try again.',
  out_of_stock:
    'There is not enough left of a product in your cart. Please check the quantities, then try again.',
  invalid_quantity: `Quantities must be between 1 and ${maxQuantity}. Please update your cart.`,
  provider_unavailable:
    'The payment service isn’t responding right now. Please try again in a few minutes.',
  provider_refused:
    'The payment service did not accept this order. Please try again or contact us.',
  rate_limited: 'Too many attempts. Please wait a minute, then try again.',
  too_many_unpaid:
    'Too many payments were started but not completed. Please wait ten minutes, then try again.',
  signed_out: 'Your session has expired. Please sign in again to order.',
  invalid_token:
    'Your session has expired. Please sign out and in again to order with your account.',
  unreachable: 'The shop could not be reached. Please check your connection, then try again.',
};

/** Failures after which the cart has to be compared with the catalog again. */
export function concernsProducts({ code }: FunctionFailure): boolean {
  return ['unknown_product', 'weight_mismatch', 'sold_out', 'out_of_stock'].includes(code);
}

/** Failures about the price or destination of the order. The shop's message explains which. */
export function concernsAmounts({ code }: Pick<FunctionFailure, 'code'>): boolean {
  return isCodeProblem({ code }) || amounts.includes(code);
}

const amounts = [
  'amount_changed',
  'amount_too_small',
  'delivery_unavailable',
  'destination_required',
  'not_delivered_there',
];

/** Why a payment could not be started, in plain words, and what to do about it. */
export function explainFailure({
  code,
  message,
}: Pick<FunctionFailure, 'code'> & Partial<FunctionFailure>): string {
  if (message && concernsAmounts({ code })) {
    return `${message} You were not charged. Please check the order, then press Pay again.`;
  }
  const reason =
    (message ? naming(code, message) : null) ??
    reasons[code] ??
    'The payment could not be started. Please try again.';
  return `${reason} You were not charged, and your cart is saved.`;
}

/** Uses the shop's message where it says more: which product, how many, or how long to wait. */
function naming(code: string, message: string): string | null {
  if (code.startsWith('too_many_')) return message;
  if (code !== 'out_of_stock') return null;
  return `${message} Please check the quantities, then try again.`;
}
