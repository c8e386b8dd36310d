import type { FunctionFailure } from '#app/lib/invoke-function.ts';
import { maxQuantity } from '#domain/cart.ts';

const reasons: Record<string, string> = {
  unknown_product: 'A product in your cart is no longer sold. Please take it out, then pay again.',
  weight_mismatch:
    'A product in your cart is no longer sold in that size. Please take it out, then pay again.',
  sold_out: 'A product in your cart has just sold out. Please take it out, then pay again.',
  invalid_quantity: `A quantity has to be between 1 and ${maxQuantity}. Please correct it in your cart.`,
  provider_unavailable:
    'The payment service does not answer at the moment. Please try again in a few minutes.',
  provider_refused:
    'The payment service did not accept this order. Please try again, or write to us.',
  rate_limited: 'That was tried too often in a short time. Please wait a minute, then pay again.',
  too_many_unpaid:
    'Too many payments were started without being finished. Please wait ten minutes, then pay again.',
  signed_out: 'Your session has ended. Please sign in again to order.',
  invalid_token: 'Your session has ended. Please sign out and in again to order with your account.',
  unreachable: 'The shop could not be reached. Please check your connection, then pay again.',
};

/** Failures after which the cart has to be compared with the catalogue again. */
export function concernsProducts({ code }: FunctionFailure): boolean {
  return ['unknown_product', 'weight_mismatch', 'sold_out'].includes(code);
}

/** Why a payment could not be started, in plain words and with what to do about it. */
export function explainFailure({ code }: Pick<FunctionFailure, 'code'>): string {
  const reason = reasons[code] ?? 'The payment could not be started. Please try again.';
  return `${reason} Nothing was charged, and your cart is kept.`;
}
