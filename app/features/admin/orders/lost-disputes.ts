import { formatAmount } from '#domain/foreign-money.ts';
import type { RowOf } from '../data/use-admin-calls.ts';

export type DisputeRow = Pick<
  RowOf<'disputes'>,
  'id' | 'payment_id' | 'amount_cents' | 'currency' | 'state'
>;
export const disputeColumns = 'disputes(id, payment_id, amount_cents, currency, state)' as const;

/** What an order's lost disputes took, in words; they name no items, unlike most refunds. */
export function describeLostDisputes(disputes: readonly DisputeRow[]): string[] {
  const lost = disputes.filter(({ state }) => state === 'lost');
  return [...Map.groupBy(lost, ({ currency }) => currency)].map(([currency, rows]) => {
    const took = rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
    const who = rows.length === 1 ? 'A dispute' : `${rows.length} disputes`;
    return `${who} took ${formatAmount(took, currency)} of the payment back`;
  });
}
