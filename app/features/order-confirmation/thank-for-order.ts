import { isPlaceholderEmail } from '#domain/order.ts';
import type { ConfirmedOrder } from './follow-order.ts';

/** Thanks the customer, and says where the confirmation is sent once that is known. */
export function thankYouMessage({ email }: Pick<ConfirmedOrder, 'email'>): string {
  return isPlaceholderEmail(email)
    ? 'Thank you for your order.'
    : `Thank you for your order. The confirmation goes to ${email}.`;
}
