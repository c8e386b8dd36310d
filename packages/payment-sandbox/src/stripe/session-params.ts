import type Stripe from 'stripe';
import { z } from 'zod';
import { countryCodes } from './countries.ts';
import { boolean, currency, email, expand, integer, metadata, text, webUrl } from './params.ts';

/** The maximum total of a session in minor units. */
export const MAX_TOTAL = 99_999_999;

const lineItem = z.strictObject({
  quantity: integer({ min: 1, max: 999_999 }),
  price_data: z.strictObject({
    currency,
    unit_amount: integer({ min: 0, max: MAX_TOTAL }),
    product_data: z.strictObject({
      name: text(),
      description: text().optional(),
      images: z.array(webUrl).max(8).optional(),
      metadata: metadata.optional(),
      tax_code: text().optional(),
      unit_label: text().optional(),
    }),
    tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  }),
  metadata: metadata.optional(),
});

const day = z.strictObject({
  unit: z.enum(['business_day', 'day', 'hour', 'month', 'week']),
  value: integer({ min: 1 }),
});

const shippingOption = z.strictObject({
  shipping_rate_data: z.strictObject({
    display_name: text({ max: 100 }),
    type: z.enum(['fixed_amount']),
    fixed_amount: z.strictObject({ amount: integer({ min: 0, max: MAX_TOTAL }), currency }),
    delivery_estimate: z
      .strictObject({ maximum: day.optional(), minimum: day.optional() })
      .optional(),
    metadata: metadata.optional(),
    tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  }),
});

const customMessage = z.strictObject({ message: text({ max: 1_200 }) }).optional();

/** The parameter names are checked against the SDK's types, so one that Stripe drops shows up here. */
const fields = {
  mode: z.enum(['payment']),
  line_items: z.array(lineItem).min(1).max(100),
  success_url: webUrl,
  /** The sandbox doesn't compute tax. */
  automatic_tax: z.strictObject({ enabled: z.enum(['false']) }).optional(),
  discounts: z
    .array(z.strictObject({ coupon: text() }))
    .length(1)
    .optional(),
  /** Stripe offers the customer a choice of up to five; here there is one. */
  shipping_options: z.array(shippingOption).length(1).optional(),
  cancel_url: webUrl.optional(),
  client_reference_id: text({ max: 200 }).optional(),
  customer_email: email.optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  metadata: metadata.optional(),
  payment_intent_data: z
    .strictObject({
      capture_method: z.enum(['automatic', 'automatic_async']).optional(),
      description: text({ max: 1_000 }).optional(),
      metadata: metadata.optional(),
      receipt_email: email.optional(),
      statement_descriptor: text({ max: 22 }).optional(),
      statement_descriptor_suffix: text({ max: 22 }).optional(),
    })
    .optional(),
  allowed_payment_method_types: z
    .array(text({ max: 50 }))
    .min(1)
    .optional(),
  excluded_payment_method_types: z.array(text({ max: 50 })).optional(),
  shipping_address_collection: z
    .strictObject({ allowed_countries: z.array(z.enum(countryCodes)).min(1) })
    .optional(),
  phone_number_collection: z.strictObject({ enabled: boolean }).optional(),
  expires_at: integer({ min: 0 }).optional(),
  locale: text({ max: 10 }).optional(),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay', 'subscribe']).optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  branding_settings: z.looseObject({ display_name: text({ max: 100 }).optional() }).optional(),
  custom_text: z
    .strictObject({
      after_submit: customMessage,
      shipping_address: customMessage,
      submit: customMessage,
      terms_of_service_acceptance: customMessage,
    })
    .optional(),
  ui_mode: z.enum(['hosted_page']).optional(),
  expand,
} satisfies Partial<Record<keyof Stripe.Checkout.SessionCreateParams, z.ZodType>>;

/**
 * Parameters of `POST /v1/checkout/sessions`. Those the sandbox doesn't simulate are rejected,
 * never ignored.
 */
export const sessionParams = z.strictObject(fields);

export type SessionParams = z.output<typeof sessionParams>;
