import { z } from 'zod';
import { invalidRequest } from './errors.ts';

const text = (max: number) => z.string().min(1).max(max);

export const money = z.strictObject({
  currency_code: z.string().regex(/^[A-Z]{3}$/),
  value: z.string().regex(/^\d{1,10}\.\d{2}$/, 'must be text with two decimals'),
});

/** Amounts that the sandbox doesn't simulate are refused, not ignored. */
export const amount = money.extend({
  breakdown: z
    .strictObject({
      item_total: money.optional(),
      shipping: money.optional(),
      tax_total: money.optional(),
      discount: money.optional(),
    })
    .optional(),
});

const item = z.strictObject({
  name: text(127),
  quantity: z.string().regex(/^[1-9]\d{0,9}$/),
  unit_amount: money,
  sku: text(127).optional(),
  description: z.string().max(127).optional(),
  category: z.enum(['PHYSICAL_GOODS', 'DIGITAL_GOODS', 'DONATION']).optional(),
});

export const items = z.array(item);

const purchaseUnit = z.strictObject({
  reference_id: text(256).default('default'),
  amount,
  description: z.string().max(127).optional(),
  custom_id: z.string().max(255).optional(),
  invoice_id: z.string().max(127).optional(),
  soft_descriptor: z.string().max(22).optional(),
  items: items.optional(),
});

const experienceContext = z.strictObject({
  brand_name: z.string().max(127).optional(),
  locale: z.string().optional(),
  landing_page: z.enum(['LOGIN', 'GUEST_CHECKOUT', 'NO_PREFERENCE', 'BILLING']).optional(),
  shipping_preference: z
    .enum(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS'])
    .default('GET_FROM_FILE'),
  user_action: z.enum(['CONTINUE', 'PAY_NOW']).optional(),
  payment_method_preference: z.enum(['UNRESTRICTED', 'IMMEDIATE_PAYMENT_REQUIRED']).optional(),
  contact_preference: z.string().optional(),
  return_url: z.url().optional(),
  cancel_url: z.url().optional(),
});

/** Body of `POST /v2/checkout/orders`. `application_context` is the older name for the experience context. */
export const createOrderBody = z.strictObject({
  intent: z.literal('CAPTURE'),
  purchase_units: z.array(purchaseUnit).length(1),
  payment_source: z
    .strictObject({ paypal: z.strictObject({ experience_context: experienceContext.optional() }) })
    .optional(),
  application_context: experienceContext
    .omit({ payment_method_preference: true, contact_preference: true })
    .optional(),
});

/** Throws PayPal's 400 for the first invalid field. */
export function readBody<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidRequest(`/${issue?.path.join('/') ?? ''}`, issue?.message ?? '');
}
