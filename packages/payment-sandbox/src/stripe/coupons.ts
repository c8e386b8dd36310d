import type Stripe from 'stripe';
import { z } from 'zod';
import type { StripeAccount } from './account.ts';
import { invalidParam, noSuch } from './errors.ts';
import type { FormObject } from './form-body.ts';
import { newId } from './ids.ts';
import { currency, integer, metadata, readParams, text } from './params.ts';

const couponParams = z.strictObject({
  amount_off: integer({ min: 1 }),
  currency,
  duration: z.enum(['once']),
  max_redemptions: integer({ min: 1 }).optional(),
  metadata: metadata.optional(),
  name: text({ max: 40 }).optional(),
});

/** `POST /v1/coupons` for an amount off one payment (https://docs.stripe.com/api/coupons/create). */
export function createCoupon(account: StripeAccount, params: FormObject): Stripe.Coupon {
  const input = readParams(couponParams, params);
  const id = newId('', 8);
  return account.coupons.put(id, {
    id,
    object: 'coupon',
    amount_off: input.amount_off,
    created: account.now(),
    currency: input.currency,
    duration: input.duration,
    duration_in_months: null,
    livemode: false,
    max_redemptions: input.max_redemptions ?? null,
    metadata: input.metadata ?? {},
    name: input.name ?? null,
    percent_off: null,
    redeem_by: null,
    times_redeemed: 0,
    valid: true,
  });
}

/** Finds a session's coupon, which must have the session's currency and not be used up. */
export function couponFor(account: StripeAccount, id: string, unit: string): Stripe.Coupon {
  const coupon = account.coupons.get(id);
  if (!coupon) throw noSuch('coupon', id);
  if (!coupon.valid) {
    throw invalidParam(`Coupon ${id} is used up and cannot be applied.`, 'discounts[0][coupon]');
  }
  if (coupon.currency !== unit) {
    throw invalidParam(
      `The coupon ${id} has the currency ${coupon.currency}, which is not that of the line items.`,
      'discounts[0][coupon]',
    );
  }
  return coupon;
}

/** Counts a paid session with the coupon. */
export function redeemCoupon(account: StripeAccount, id: string): void {
  const coupon = account.coupons.get(id);
  if (!coupon) return;
  const times = coupon.times_redeemed + 1;
  const { max_redemptions: most } = coupon;
  account.coupons.put(id, {
    ...coupon,
    times_redeemed: times,
    valid: most === null || times < most,
  });
}
