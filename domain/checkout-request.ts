import { isCountry } from './countries.ts';
import { type Destination, toDestination } from './delivery.ts';
import { z } from './zod.ts';

/** Limits of one checkout. A line's quantity is a whole number 1–99. */
const checkoutLimits = { lines: 50, quantity: 99 } as const;

const shortText = (max: number) => z.string().max(max);

/** An optional text field: it may be missing, null or empty, but never contains control characters. */
const customerField = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\p{Cc}]*$/u, 'must not contain control characters')
    .nullish()
    .transform((value) => value ?? '');

const customerEmail = customerField(254).refine(
  (email) => email === '' || z.email().safeParse(email).success,
  'must be an email address',
);

/** An address may span several lines; other control characters are not allowed. */
const customerAddress = z
  .string()
  .trim()
  .max(1000)
  .regex(/^(?:[^\p{Cc}]|\r?\n)*$/u, 'must not contain control characters')
  .nullish()
  .transform((value) => value ?? '');

/** Price and name are accepted but never used: the catalog decides what a product costs. */
const checkoutItem = z.object({
  id: z.string().min(1).max(100),
  weight: shortText(40),
  quantity: z.unknown(),
});

const destination = z
  .object({
    country: z.string().trim().toUpperCase().refine(isCountry, 'is not the code of a country'),
    region: customerField(10),
    postalCode: customerField(20),
  })
  .transform(({ country, region, postalCode }) => toDestination(country, region, postalCode));

const tooManyLines = `An order can include at most ${checkoutLimits.lines} different products. Please remove some, then try again.`;

/** Everything that determines an order's amounts. */
const orderWish = {
  // Zod checks the count before it validates any item.
  items: z.array(checkoutItem).max(checkoutLimits.lines, tooManyLines),
  discountCode: customerField(60),
  deliveryRateId: z.guid().nullish(),
  destination: destination.nullish(),
};

/** Body of `quote`. */
const quoteRequest = z.object(orderWish);

/** Body of `create-checkout` (requirements §7.2); unknown fields are ignored. */
const checkoutRequest = z.object({
  ...orderWish,
  customerInfo: z
    .object({
      name: customerField(200),
      email: customerEmail,
      phone: customerField(50),
      address: customerAddress,
    })
    .nullish(),
  payAgain: z.array(z.guid()).max(50).nullish(),
});

export interface RequestedLine {
  productId: string;
  weight: string;
  quantity: number;
}

/** What the visitor typed before paying; empty strings for what was left out. */
export interface CustomerInfo {
  name: string;
  email: string;
  phone: string;
  address: string;
}

/** What to order, and everything its amounts depend on. */
export interface OrderInput {
  lines: RequestedLine[];
  /** Empty if there is none. */
  discountCode: string;
  deliveryRateId: string | null;
  destination: Destination | null;
}

interface CheckoutRequest extends OrderInput {
  customer: CustomerInfo;
  /** Paid orders for the same products; the visitor confirmed paying again despite them. */
  payAgain?: string[];
}

type CheckoutProblemCode = 'empty_cart' | 'invalid_quantity' | 'invalid_request' | 'too_many_lines';

type ReadResult<Request> =
  | { ok: true; request: Request }
  | { ok: false; code: CheckoutProblemCode; message: string };

export type ReadCheckoutResult = ReadResult<CheckoutRequest>;

/**
 * Body of `send-order-email`. The browser may also send name, email, address, lines and total
 * (requirements §7.2); they are ignored: the email goes to the address stored with the order.
 */
export const orderEmailRequest = z.object({ orderId: z.guid() });

export function readCheckoutRequest(body: unknown): ReadCheckoutResult {
  const parsed = checkoutRequest.safeParse(body);
  if (!parsed.success) return refuseShape(parsed.error);
  const wish = toQuoteInput(parsed.data);
  if (!wish.ok) return wish;
  const { customerInfo, payAgain } = parsed.data;
  return {
    ok: true,
    request: {
      ...wish.request,
      customer: customerInfo ?? { name: '', email: '', phone: '', address: '' },
      ...(payAgain && { payAgain: payAgain.map((id) => id.toLowerCase()) }),
    },
  };
}

export function readQuoteRequest(body: unknown): ReadResult<OrderInput> {
  const parsed = quoteRequest.safeParse(body);
  return parsed.success ? toQuoteInput(parsed.data) : refuseShape(parsed.error);
}

/** Merges lines of the same product and weight. Numbers written as text are rejected in any notation. */
function toQuoteInput(wish: z.output<typeof quoteRequest>): ReadResult<OrderInput> {
  const { items, discountCode, deliveryRateId, destination } = wish;
  if (items.length === 0) return refuse('empty_cart', 'The cart is empty.');
  const lines = new Map<string, RequestedLine>();
  for (const { id, weight, quantity } of items) {
    const key = JSON.stringify([id, weight]);
    const before = lines.get(key)?.quantity ?? 0;
    if (!isQuantity(quantity) || !isQuantity(before + quantity)) {
      return refuse(
        'invalid_quantity',
        `A quantity must be a whole number from 1 to ${checkoutLimits.quantity}.`,
      );
    }
    lines.set(key, { productId: id, weight, quantity: before + quantity });
  }
  return {
    ok: true,
    request: {
      lines: [...lines.values()],
      discountCode: discountCode.toUpperCase(),
      deliveryRateId: deliveryRateId?.toLowerCase() ?? null,
      destination: destination ?? null,
    },
  };
}

function isQuantity(value: unknown): value is number {
  return (
    typeof value === 'number' &&
    Number.isInteger(value) &&
    value >= 1 &&
    value <= checkoutLimits.quantity
  );
}

function refuse(code: CheckoutProblemCode, message: string) {
  return { ok: false, code, message } as const;
}

function refuseShape({ issues: [issue] }: z.ZodError) {
  if (!issue) return refuse('invalid_request', 'The request is not valid.');
  if (issue.message === tooManyLines) return refuse('too_many_lines', tooManyLines);
  const path = issue.path.join('.');
  return refuse('invalid_request', path ? `${path}: ${issue.message}` : issue.message);
}
