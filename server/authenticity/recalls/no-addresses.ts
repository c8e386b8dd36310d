import { orderPlaceholders } from '#domain/order.ts';

/** What orders contain if the customer left no email address. */
export const noAddresses = [
  '',
  orderPlaceholders.email,
  orderPlaceholders.walletEmail,
  orderPlaceholders.deletedEmail,
];
