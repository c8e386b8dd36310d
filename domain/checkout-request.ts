import { isCountry } from './countries.ts';
import { type Destination, toDestination } from './delivery.ts';
import { z } from './zod.ts';

/** What one checkout may hold. A line's quantity is a whole number 1–99. */
const checkoutLimits = { lines: 50, quantity: 99 } as const;

const shortText = (max: number) => z.string().max(max);

/** A text field that may be missing, null or empty; control characters never belong in one. */
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

/** Several lines are fine in an address, other control characters are not. */
const customerAddress = z
  .string()
  .trim()
  .max(1000)
  .regex(/^(?:[^\p{Cc}]|\r?\n)*$/u, 'must not contain control characters')
  .nullish()
  .transform((value) => value ?? '');

/** Price and name are accepted and never used: the catalog says what a product costs. */
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

/** What decides an order's amounts. */
const orderWish = {
  // Zod counts before it looks at any of them.
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

/** What the visitor typed before paying; empty where nothing was. */
export interface CustomerInfo {
  name: string;
  email: string;
  phone: string;
  address: string;
}

/** What is to be ordered, and whatever its amounts depend on. */
export interface OrderWish {
  lines: RequestedLine[];
  /** Empty without one. */
  discountCode: string;
  deliveryRateId: string | null;
  destination: Destination | null;
}

interface CheckoutRequest extends OrderWish {
  customer: CustomerInfo;
  /** Paid orders for the same products beside which the visitor wants to pay for these. */
  payAgain?: string[];
}

type CheckoutProblemCode = 'empty_cart' | 'invalid_quantity' | 'invalid_request' | 'too_many_lines';

type ReadResult<Request> =
  | { ok: true; request: Request }
  | { ok: false; code: CheckoutProblemCode; message: string };

export type ReadCheckoutResult = ReadResult<CheckoutRequest>;

/**
 * Body of `send-order-email`. The browser may also send name, email, address, lines
 * and total (requirements §7.2); they are ignored: the email goes to the order's own address.
 */
export const orderEmailRequest = z.object({ orderId: z.guid() });

/** Reads a checkout's body. */
export function readCheckoutRequest(body: unknown): ReadCheckoutResult {
  const parsed = checkoutRequest.safeParse(body);
  if (!parsed.success) return refuseShape(parsed.error);
  const wish = readWish(parsed.data);
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

/** Reads the body of `quote`. */
export function readQuoteRequest(body: unknown): ReadResult<OrderWish> {
  const parsed = quoteRequest.safeParse(body);
  return parsed.success ? readWish(parsed.data) : refuseShape(parsed.error);
}

/**
 * Lines of one product and weight become one. Numbers written as text are refused, whatever their
 * notation.
 */
function readWish(wish: z.output<typeof quoteRequest>): ReadResult<OrderWish> {
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
