import { codeUsedUp } from '#domain/discount-code.ts';
import type { SeenTotal } from '#domain/manual-order.ts';
import { type Cents, describeChangedTotal, formatMoney } from '#domain/money.ts';
import type { QuoteProblem } from '#domain/quote-order.ts';
import { limits } from '#server/limits.ts';
import { describeShortage, type ShortLine } from '#server/orders/stock/order-stock.ts';
import type { BeyondShare } from '#server/orders/unpaid-share.ts';
import { type PaymentProviderName, serviceOf } from '#server/payments/registry.ts';
import type { CatalogLine, PriceProblemCode } from './price-lines.ts';
import type { QuotedCart } from './quote-cart.ts';

/** Why no order is created, as shown to the customer. */
export type Refusal =
  | { kind: 'refused'; code: OrderProblemCode; message: string }
  | OutOfStock
  | TooManyUnpaid;

export type OrderProblemCode =
  | PriceProblemCode
  | QuoteProblem['code']
  | 'destination_required'
  | 'amount_too_small'
  | 'amount_changed'
  | 'link_over'
  | 'too_many_at_once';

export interface OutOfStock {
  kind: 'refused';
  code: 'out_of_stock';
  message: string;
  lines: ShortLine[];
}

export interface TooManyUnpaid {
  kind: 'refused';
  code: 'too_many_unpaid';
  of: 'orders' | 'code';
  message: string;
  waitSeconds: number;
}

export const tooManyUnpaid: TooManyUnpaid = {
  kind: 'refused',
  code: 'too_many_unpaid',
  of: 'orders',
  waitSeconds: limits.unpaidOfNetwork.seconds,
  message: `Too many unpaid orders were started. Please wait ${limits.unpaidOfNetwork.seconds / 60} minutes.`,
};

/** For a checkout that would have to ask a payment service about earlier pages. */
export function refuseLooks(waitSeconds: number): TooManyUnpaid {
  return {
    kind: 'refused',
    code: 'too_many_unpaid',
    of: 'orders',
    waitSeconds,
    message: 'Too many payments are being started from your connection. Please wait a minute.',
  };
}

export const holdingTooMuch: TooManyUnpaid = {
  kind: 'refused',
  code: 'too_many_unpaid',
  of: 'orders',
  waitSeconds: limits.ordersHoldingStock.seconds,
  message: `Too many of your orders are waiting for payment. Please complete one of them, or try again in ${Math.ceil(limits.ordersHoldingStock.seconds / 60)} minutes.`,
};

/** For a line that asks for more of the available stock than its customer may hold unpaid. */
export function refuseBeyondShare(
  { id, most }: BeyondShare,
  ordered: readonly CatalogLine[],
): Refusal {
  const name = ordered.find((line) => line.id === id)?.name ?? '';
  const message =
    most > 0
      ? `Only ${most} of ${name} can be ordered at once. Please order the others after paying for these.`
      : `${name} is in orders from your connection that wait for payment. Please complete yours, or try again in ${Math.ceil(limits.ordersHoldingStock.seconds / 60)} minutes.`;
  return { kind: 'refused', code: 'too_many_at_once', message };
}

export function refuseCode(problem: 'used_up' | 'beyond_share', code: string): Refusal {
  if (problem === 'used_up') {
    return { kind: 'refused', code: 'code_used_up', message: codeUsedUp(code) };
  }
  const { seconds } = limits.unpaidShare;
  return {
    kind: 'refused',
    code: 'too_many_unpaid',
    of: 'code',
    waitSeconds: seconds,
    message: `The code ${code} is in orders from your connection that wait for payment. Please complete one of them, try again in ${seconds / 60} minutes, or order without the code.`,
  };
}

/** Whether ending the shopper's other unpaid orders may resolve the refusal. */
export function isHeldByUnpaid(refusal: Refusal): boolean {
  switch (refusal.code) {
    case 'out_of_stock':
    case 'too_many_at_once':
      return true;
    case 'too_many_unpaid':
      return refusal.of === 'code';
    default:
      return false;
  }
}

export function refuseShort(lines: ShortLine[], ordered: readonly CatalogLine[]): OutOfStock {
  const names = new Map(ordered.map(({ id, name }) => [id, name]));
  const told = lines.map(({ id, available }) => describeShortage(names.get(id) ?? '', available));
  return { kind: 'refused', code: 'out_of_stock', message: told.join(' '), lines };
}

export function refuseQuote({ quote }: Extract<QuotedCart, { kind: 'quoted' }>): Refusal | null {
  const [problem] = quote.problems;
  if (problem) return { kind: 'refused', ...problem };
  if (!quote.needsDestination) return null;
  const message = 'Please choose where to deliver to.';
  return { kind: 'refused', code: 'destination_required', message };
}

export function refuseSmall(total: Cents, provider: PaymentProviderName): Refusal | null {
  const { minimumCents, completesFreeOrders, method } = serviceOf(provider);
  if (total >= minimumCents || (total === 0 && completesFreeOrders)) return null;
  const least = formatMoney(minimumCents);
  const message = `${method.label} takes ${least} or more. Please choose another way to pay.`;
  return { kind: 'refused', code: 'amount_too_small', message };
}

/** For a total that is not the one that the screen showed; `seen` is undefined without a screen. */
export function refuseUnseen(total: Cents, seen: SeenTotal): Refusal | null {
  if (!seen || seen.totalCents === total) return null;
  const message = describeChangedTotal(seen.totalCents, total);
  return { kind: 'refused', code: 'amount_changed', message };
}
