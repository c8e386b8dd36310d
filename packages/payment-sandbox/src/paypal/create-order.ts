import type { PaypalAccount, StoredOrder } from './account.ts';
import { unprocessable } from './errors.ts';
import { newPaypalId } from './ids.ts';
import { toHundredths } from './money.ts';
import { createOrderBody, readBody } from './order-params.ts';
import type { Money, PurchaseUnit } from './wire.ts';

export const merchant = {
  email_address: 'shop@business.example.com',
  merchant_id: 'SANDBOXSHOP01',
} as const;

/** `POST /v2/checkout/orders` (https://developer.paypal.com/docs/api/orders/v2/#orders_create). */
export function createOrder(account: PaypalAccount, body: unknown): StoredOrder {
  const input = readBody(createOrderBody, body);
  const context =
    input.payment_source?.paypal.experience_context ?? input.application_context ?? null;
  for (const unit of input.purchase_units) checkSums(unit);
  const time = account.time();
  const id = newPaypalId();
  return account.orders.put(id, {
    order: {
      id,
      intent: input.intent,
      status: input.payment_source ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
      purchase_units: input.purchase_units.map((unit) => ({ ...unit, payee: merchant })),
      create_time: time,
      update_time: time,
    },
    captureIds: [],
    funding: null,
    page: {
      brandName: context?.brand_name ?? 'Test shop',
      returnUrl: context?.return_url ?? null,
      cancelUrl: context?.cancel_url ?? null,
      shippingPreference: context?.shipping_preference ?? 'GET_FROM_FILE',
    },
  });
}

/** Checks that every total is the sum of its parts. */
export function checkSums({ amount, items }: Pick<PurchaseUnit, 'amount' | 'items'>): void {
  const { item_total: itemTotal, shipping, tax_total: tax, discount } = amount.breakdown ?? {};
  const currencies = [
    amount,
    itemTotal,
    shipping,
    tax,
    discount,
    ...(items ?? []).map((item) => item.unit_amount),
  ];
  if (currencies.some((money) => money && money.currency_code !== amount.currency_code)) {
    throw unprocessable(
      'CURRENCY_MISMATCH',
      'The currency code of all amounts of a purchase unit must be the same.',
    );
  }
  if (items && items.length > 0) {
    if (!itemTotal) {
      throw unprocessable(
        'ITEM_TOTAL_REQUIRED',
        'If item details are specified (items.unit_amount and items.quantity) corresponding amount.breakdown.item_total is required.',
      );
    }
    const sum = items.reduce(
      (total, item) => total + toHundredths(item.unit_amount) * Number(item.quantity),
      0,
    );
    if (sum !== toHundredths(itemTotal)) {
      throw unprocessable(
        'ITEM_TOTAL_MISMATCH',
        'Should equal sum of (unit_amount * quantity) across all items for a given purchase_unit',
        { field: "/purchase_units/@reference_id=='default'/amount/breakdown/item_total/value" },
      );
    }
  }
  const parts = [itemTotal, shipping, tax].reduce((sum, part) => sum + cents(part), 0);
  if (amount.breakdown && parts - cents(discount) !== cents(amount)) {
    throw unprocessable(
      'AMOUNT_MISMATCH',
      'Should equal item_total + tax_total + shipping + handling + insurance - shipping_discount - discount.',
      { field: "/purchase_units/@reference_id=='default'/amount/value" },
    );
  }
  if (toHundredths(amount) === 0) {
    throw unprocessable(
      'CANNOT_BE_ZERO_OR_NEGATIVE',
      'Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.',
    );
  }
}

function cents(money: Money | undefined): number {
  return money ? toHundredths(money) : 0;
}
