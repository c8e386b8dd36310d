import { paymentMethodOf, type ReferenceColumn, type References } from '#domain/payment-method.ts';
import {
  type PaymentProviderName,
  paymentProviders,
  serviceOf,
} from '#server/payments/registry.ts';

const columns = paymentProviders.map((name) => ({
  name,
  referenceColumn: serviceOf(name).method.referenceColumn,
}));

/** Where an order stores the provider's id of its session or wallet order. */
export const referenceColumn = Object.fromEntries(
  columns.map((column) => [column.name, column.referenceColumn]),
) as Record<PaymentProviderName, ReferenceColumn>;

/** The columns of all providers, as named in a query on `orders as o`. */
export const referenceColumns = columns.map((column) => `o.${column.referenceColumn}` as const);

/** The provider whose reference an order has; null if it has none. */
export function providerOf(order: References): PaymentProviderName | null {
  return paymentMethodOf(order, columns)?.name ?? null;
}

/** Only the provider references of an order. */
export function pickReferences<Row extends Record<ReferenceColumn, string | null>>(
  row: Row,
): Record<ReferenceColumn, string | null> {
  return Object.fromEntries(
    columns.map((column) => [column.referenceColumn, row[column.referenceColumn]]),
  ) as Record<ReferenceColumn, string | null>;
}
