import { readQuoteRequest } from '#domain/checkout-request.ts';
import { quoteCart } from '#server/orders/checkout/quote-cart.ts';
import { ordersOfShopper } from '#server/orders/order-state/shopper-orders.ts';
import { describeShortage, findShort } from '#server/orders/stock/order-stock.ts';
import { shopperOf } from './access-cookie.ts';
import { fail } from './failure.ts';
import type { FunctionDeps, FunctionHandler } from './function-handler.ts';
import { refuseDiscountGuesses } from './limit-discount-guesses.ts';

/**
 * `{items, discountCode?, deliveryRateId?, destination?}` → what an order would cost, in cents, and
 * why it couldn't be placed. `withoutDelivery`: the cost of items that are added to an existing
 * order. Creates nothing.
 */
export function quote({
  context,
  discountGuesses,
}: Pick<FunctionDeps, 'context' | 'discountGuesses'>): FunctionHandler {
  return async (c, body, { userId }) => {
    const read = readQuoteRequest(body);
    if (!read.ok) return fail(c, read.code, read.message);
    const guessed = await refuseDiscountGuesses(
      discountGuesses,
      context.db,
      c,
      read.request.discountCode,
    );
    if (guessed) return guessed;
    const shopper = { userId, ...shopperOf(c) };
    const now = context.now();
    const rules = withoutDelivery(body)
      ? { ...(await context.sellingRules()), zones: [] }
      : await context.sellingRules();
    const cart = await quoteCart(context.db, read.request, shopper, rules, now);
    if (cart.kind === 'refused') return fail(c, cart.code, cart.message);
    const { breakdown, rates, rate, needsDestination, countries, freeDeliveryFrom, problems } =
      cart.quote;
    const own = async () =>
      (await ordersOfShopper(context.db, shopper, now)).filter(
        ({ paymentStatus }) => paymentStatus === 'pending',
      );
    const short = await findShort(context.db, own, cart.lines);
    const nameOf = (id: string) => cart.lines.find((line) => line.id === id)?.name ?? '';
    return c.json({
      subtotal: breakdown.subtotal,
      discount: breakdown.discount,
      delivery: breakdown.delivery.amount,
      tax: breakdown.tax,
      taxIncluded: breakdown.taxIncluded,
      total: breakdown.total,
      rates,
      deliveryRateId: rate?.id ?? null,
      needsDestination,
      countries,
      freeDeliveryFrom,
      problems: [
        ...short.map((line) => ({
          code: 'out_of_stock',
          message: describeShortage(nameOf(line.id), line.available),
          ...line,
        })),
        ...problems,
      ],
    });
  };
}

function withoutDelivery(body: unknown): boolean {
  return (body as { withoutDelivery?: unknown } | null)?.withoutDelivery === true;
}
