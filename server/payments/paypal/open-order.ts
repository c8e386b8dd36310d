import { type Cents, sumLines, toDecimal } from '#domain/money.ts';
import type { Opened, OrderToPay, ProviderFailure } from '../provider.ts';
import { type PaypalClient, paypalFailure, readAs } from './paypal-client.ts';
import { createdOrder } from './response-schemas.ts';

/** Longer names are rejected. */
const maxName = 127;

export interface OpenOptions {
  webBase: string;
  brandName: () => string | Promise<string>;
}

/**
 * Creates the wallet order (https://developer.paypal.com/docs/api/orders/v2/#orders_create).
 * Everything sent comes from the stored order, so that a repeated call is the same request. The
 * approval page takes the order's id as `token`.
 */
export async function openOrder(
  client: PaypalClient,
  { webBase, brandName }: OpenOptions,
  order: OrderToPay,
): Promise<Opened | ProviderFailure> {
  const answer = await client.begin().post('/v2/checkout/orders', {
    body: orderBody(order, await brandName()),
    requestId: order.orderId,
  });
  if (answer.kind !== 'answer') return paypalFailure(answer);
  const created = readAs(createdOrder, answer.body);
  if (created.kind !== 'read') return created;
  const { id } = created.value;
  return { kind: 'opened', reference: id, url: `${webBase}/checkoutnow?token=${id}` };
}

function orderBody(order: OrderToPay, brandName: string): object {
  const money = (cents: number) => ({ currency_code: order.currency, value: toDecimal(cents) });
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: order.orderId,
        invoice_id: order.orderId,
        amount: { ...money(order.totalCents), breakdown: breakdownOf(order, money) },
        items: order.lines.map((line) => ({
          name: shorten(line.weight ? `${line.name} (${line.weight})` : line.name),
          quantity: String(line.quantity),
          unit_amount: money(line.priceCents),
          category: 'PHYSICAL_GOODS',
        })),
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          brand_name: shorten(brandName),
          shipping_preference: 'GET_FROM_FILE',
          user_action: 'PAY_NOW',
          payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
          return_url: `${order.returnOrigin}/paypal-success`,
          cancel_url: `${order.returnOrigin}${order.givenUpPath}`,
        },
      },
    },
  };
}

/** Items are at list price and without tax; the parts add up to the amount. */
function breakdownOf(
  { lines, discountCents, delivery, addedTaxCents }: OrderToPay,
  money: (cents: Cents) => object,
): object {
  return {
    item_total: money(sumLines(lines)),
    ...(discountCents > 0 && { discount: money(discountCents) }),
    ...(delivery && { shipping: money(delivery.cents) }),
    ...(addedTaxCents > 0 && { tax_total: money(addedTaxCents) }),
  };
}

function shorten(text: string): string {
  return [...text].slice(0, maxName).join('');
}
