import { isPlaceholderEmail } from '#domain/order.ts';
import type { ConfirmedOrder } from './follow-order.ts';

/** Thanks, and where the confirmation goes as soon as that is known. */
export function thankForOrder({ email }: Pick<ConfirmedOrder, 'email'>): string {
  return isPlaceholderEmail(email)
    ? 'Thank you for your order.'
    : `Thank you for your order. The confirmation goes to ${email}.`;
}
