import { formatAmount } from '#domain/foreign-money.ts';
import type { RowOf } from '../data/use-admin-calls.ts';

export type DisputeRow = Pick<
  RowOf<'disputes'>,
  'id' | 'payment_id' | 'amount_cents' | 'currency' | 'state'
>;
export const disputeColumns = 'disputes(id, payment_id, amount_cents, currency, state)' as const;

/** What each lost dispute of an order took, in words; it names no items, unlike most refunds. */
export function describeLostDisputes(disputes: readonly DisputeRow[]): string[] {
  return disputes
    .filter(({ state }) => state === 'lost')
    .map(
      ({ amount_cents, currency }) =>
        `A dispute took ${formatAmount(amount_cents, currency)} of the payment back`,
    );
}
