import { type Cents, formatMoney, toCents } from './money.ts';

/** What an order's total is made of. */
export interface Amounts {
  /** At list price. */
  subtotal: Cents;
  discount: Cents;
  discountCode: string | null;
  delivery: Cents;
  /** Null if no delivery was chosen. */
  deliveryName: string | null;
  tax: Cents;
  /** How much of the tax is already included in the prices. */
  taxIncluded: Cents;
}

/** The columns that store them; decimal amounts, as numbers or text. */
interface AmountColumns {
  subtotal_amount: number | string;
  discount_amount: number | string;
  delivery_amount: number | string;
  tax_amount: number | string;
  tax_included_amount: number | string;
  discount_code: string | null;
  delivery_rate_name: string | null;
}

/** Null if the order costs exactly the sum of its lines, so there is nothing to break down. */
export function readAmounts(order: AmountColumns): Amounts | null {
  const amounts: Amounts = {
    subtotal: toCents(order.subtotal_amount),
    discount: toCents(order.discount_amount),
    discountCode: order.discount_code,
    delivery: toCents(order.delivery_amount),
    deliveryName: order.delivery_rate_name,
    tax: toCents(order.tax_amount),
    taxIncluded: toCents(order.tax_included_amount),
  };
  const { discount, delivery, deliveryName, tax } = amounts;
  return discount || delivery || deliveryName || tax ? amounts : null;
}

export interface AmountRow {
  term: string;
  value: string;
}

/** The subtotal and everything between it and the total, in the order in which it is added up. */
export function describeAmounts(amounts: Amounts): AmountRow[] {
  const { discount, discountCode, delivery, deliveryName, tax, taxIncluded } = amounts;
  const rows = [{ term: 'Subtotal', value: formatMoney(amounts.subtotal) }];
  if (discount > 0)
    rows.push({ term: named('Discount', discountCode), value: `−${formatMoney(discount)}` });
  if (deliveryName !== null || delivery > 0) {
    rows.push({
      term: named('Shipping', deliveryName),
      value: delivery === 0 ? 'Free' : formatMoney(delivery),
    });
  }
  if (tax > taxIncluded) rows.push({ term: 'Tax', value: formatMoney(tax - taxIncluded) });
  return rows;
}

/** "including $4.20 tax" if prices include tax; otherwise empty. */
export function describeIncludedTax({ taxIncluded }: Pick<Amounts, 'taxIncluded'>): string {
  return taxIncluded > 0 ? `including ${formatMoney(taxIncluded)} tax` : '';
}

function named(part: string, name: string | null): string {
  return name ? `${part} (${name})` : part;
}
