import { z } from './zod.ts';

const line = (max: number, noun: string) =>
  z
    .string()
    .trim()
    .max(max, `The ${noun} is too long.`)
    .regex(/^[^\p{Cc}]*$/u, `The ${noun} must be one line.`);

/** The recipient of an order; the team may correct it until the order has shipped. */
export const orderDetails = z.object({
  name: line(200, 'name').min(1, 'Enter the name.'),
  email: line(254, 'email address').pipe(z.email('Enter an email address.')),
  phone: line(50, 'telephone number'),
  address: z
    .string()
    .trim()
    .min(1, 'Enter the address.')
    .max(1000, 'The address is too long.')
    .regex(/^(?:[^\p{Cc}]|\r?\n)*$/u, 'The address holds a character that cannot be printed.'),
});
export type CorrectedDetails = z.output<typeof orderDetails>;

/** Body of `correct-order`; `seen` is the order's last change as the sender saw it. */
export const correctOrderRequest = z.object({
  orderId: z.guid(),
  details: orderDetails,
  seen: z.object({ updatedAt: z.iso.datetime({ offset: true }) }),
});

/** Body of `tell-cancelled`. */
export const tellCancelledRequest = z.object({ orderId: z.guid() });
