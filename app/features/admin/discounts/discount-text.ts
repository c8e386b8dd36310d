import { formatMoney, toCents } from '#domain/money.ts';
import type { RowOf } from '../data/use-admin-calls.ts';

type Row = RowOf<'discounts'>;

/** What a code does and for whom, in one line. */
export function describeDiscount(row: Row, timeZone: string): string {
  const day = (at: string, before = 0) =>
    new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium' }).format(
      Date.parse(at) - before,
    );
  return [
    takesOff(row),
    row.min_subtotal === null ? '' : `from ${formatMoney(toCents(row.min_subtotal))}`,
    row.product_ids === null
      ? ''
      : `for ${row.product_ids.length} product${row.product_ids.length === 1 ? '' : 's'}`,
    row.starts_at === null ? '' : `from ${day(row.starts_at)}`,
    row.ends_at === null ? '' : `until ${day(row.ends_at, 1)}`,
    row.max_uses === null ? '' : `at most ${row.max_uses} uses`,
    row.max_uses_per_customer === null ? '' : `${row.max_uses_per_customer} a customer`,
  ]
    .filter(Boolean)
    .join(', ');
}

function takesOff({ kind, value }: Row): string {
  if (kind === 'free_delivery') return 'Free delivery';
  return kind === 'percent' ? `${Number(value)}% off` : `${formatMoney(toCents(value))} off`;
}

/** Why a code does not apply at the moment; null if it does. */
export function whyInactive({ active, starts_at, ends_at }: Row, now: Date): string | null {
  if (!active) return 'Inactive';
  if (starts_at !== null && now < new Date(starts_at)) return 'Not yet';
  return ends_at !== null && now >= new Date(ends_at) ? 'Over' : null;
}
