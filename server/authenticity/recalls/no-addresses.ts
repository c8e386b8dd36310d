import { orderPlaceholders } from '#domain/order.ts';

/** What stands in orders whose customer left no email address. */
export const noAddresses = [
  '',
  orderPlaceholders.email,
  orderPlaceholders.walletEmail,
  orderPlaceholders.deletedEmail,
];
