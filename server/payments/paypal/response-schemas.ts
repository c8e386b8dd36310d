import { z } from 'zod';
import { toSmallestUnit } from '#domain/foreign-money.ts';

/**
 * The parts of PayPal's responses that we read (https://developer.paypal.com/docs/api/orders/v2/).
 */

const money = z
  .object({
    currency_code: z.string(),
    value: z.string().regex(/^\d{1,12}(?:\.\d{1,2})?$/),
  })
  .transform(({ currency_code, value }) => ({
    currency: currency_code,
    cents: toSmallestUnit(value, currency_code),
  }));

const text = z.string().nullish();

const links = z.array(z.object({ href: z.string(), rel: z.string() })).default([]);

const capture = z.object({
  id: z.string(),
  status: z.string(),
  amount: money,
  custom_id: text,
  links,
});

export const refund = z.object({
  id: z.string(),
  status: z.string(),
  amount: money,
  custom_id: text,
  links,
});

const purchaseUnit = z.object({
  amount: money,
  custom_id: text,
  invoice_id: text,
  shipping: z
    .object({
      name: z.object({ full_name: text }).nullish(),
      address: z
        .object({
          address_line_1: text,
          address_line_2: text,
          admin_area_1: text,
          admin_area_2: text,
          postal_code: text,
          country_code: text,
        })
        .nullish(),
    })
    .nullish(),
  payments: z
    .object({ captures: z.array(capture).default([]), refunds: z.array(refund).default([]) })
    .nullish(),
});

export const order = z.object({
  id: z.string(),
  status: z.string(),
  create_time: z.iso.datetime(),
  update_time: z.iso.datetime().nullish(),
  purchase_units: z.array(purchaseUnit).length(1),
  payer: z
    .object({
      name: z.object({ given_name: text, surname: text }).nullish(),
      email_address: text,
      phone: z.object({ phone_number: z.object({ national_number: text }).nullish() }).nullish(),
    })
    .nullish(),
});

export const createdOrder = z.object({ id: z.string().regex(/^[A-Z0-9]{10,36}$/) });

/** A resource that refers to its order: a capture. */
const relatedOrder = z.object({
  supplementary_data: z.object({ related_ids: z.object({ order_id: z.string() }) }),
});

export const captureOfOrder = z.intersection(capture, relatedOrder);

export const dispute = z.object({
  dispute_id: z.string(),
  reason: text,
  status: z.string(),
  dispute_life_cycle_stage: text,
  dispute_amount: money,
  dispute_outcome: z.object({ outcome_code: text, amount_refunded: money.nullish() }).nullish(),
});

export const disputes = z.object({ items: z.array(dispute).default([]) });

export const event = z.object({
  id: z.string().min(1).max(200),
  event_type: z.string().min(1).max(200),
  resource: z.looseObject({}),
});

export const events = z.object({ events: z.array(event).default([]), links });

/** The id at the end of the link of that kind, which is how refunds refer to their capture. */
export function idOfLink(all: z.output<typeof links>, rel: string): string | null {
  const href = all.find((link) => link.rel === rel)?.href;
  return (href && URL.parse(href)?.pathname.split('/').at(-1)) || null;
}

export type PaypalOrder = z.output<typeof order>;
export type PaypalRefund = z.output<typeof refund>;
export type PaypalDispute = z.output<typeof dispute>;
export type PaypalEvent = z.output<typeof event>;
export type PaypalEvents = z.output<typeof events>;
