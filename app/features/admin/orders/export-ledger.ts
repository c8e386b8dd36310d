import { type Cents, toCents, toDecimal } from '#domain/money.ts';
import type { Database } from '#supabase/database.gen.ts';
import type { AdminCalls } from '../data/use-admin-calls.ts';
import { saveCsv } from './save-csv.ts';

/** A movement of money; amounts in dollars, negative for refunds. */
export type LedgerRow = Database['public']['Functions']['admin_ledger']['Returns'][number];

/** Calendar days in the shop's time zone, both inclusive. */
export interface Days {
  first: string;
  last: string;
}

/** The most rows that one call returns (requirements §10.11). */
const atOnce = 1000;

/**
 * Every movement of money on these days, oldest first. Each page starts after the last row of the
 * one before, so that new movements do not shift any row. Returns an empty list once aborted.
 */
async function readLedger(
  calls: AdminCalls,
  { first, last }: Days,
  zone: string,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<LedgerRow[]> {
  const rows: LedgerRow[] = [];
  for (;;) {
    const before = rows.at(-1);
    const page = await calls.run((tables) =>
      tables.rpc('admin_ledger', {
        first_day: first,
        last_day: last,
        zone,
        ...(before && { after_at: before.moved_at, after_key: before.key }),
      }),
    );
    if (signal.aborted) return [];
    rows.push(...page);
    onProgress(rows.length);
    if (page.length < atOnce) return rows;
  }
}

interface Tax {
  percent: number | null;
  included: boolean;
  amount: number;
}

const taxesOf = ({ taxes }: LedgerRow) => taxes as unknown as Tax[];

/** 'tax 8.875%', 'tax 19% included' */
function taxColumn({ percent, included }: Tax): string {
  const rate = percent === null ? 'at no known rate' : `${percent}%`;
  return `tax ${rate}${included ? ' included' : ''}`;
}

/** One line per movement, with a column for each tax rate that occurs. */
export function toLedgerLines(rows: readonly LedgerRow[]): Record<string, string>[] {
  const taxes = new Map(rows.flatMap(taxesOf).map((tax) => [taxColumn(tax), tax]));
  const rates = [...taxes]
    .sort(([, a], [, b]) => (a.percent ?? Infinity) - (b.percent ?? Infinity))
    .map(([column]) => column);
  return rows.map((row) => {
    const byRate = new Map(taxesOf(row).map((tax) => [taxColumn(tax), tax.amount]));
    return {
      date: row.day,
      time: row.moved_at,
      type: row.kind,
      order: row.order_id,
      provider: row.provider ?? '',
      reference: row.reference ?? '',
      currency: row.currency,
      subtotal: decimal(row.subtotal),
      discount: decimal(row.discount),
      delivery: decimal(row.delivery),
      tax_added: decimal(row.tax_added),
      tax_included: decimal(row.tax_included),
      ...Object.fromEntries(rates.map((rate) => [rate, decimal(byRate.get(rate) ?? 0)])),
      difference: decimal(row.difference),
      amount: decimal(row.amount),
      net: decimal(row.net),
      country: row.country ?? '',
      region: row.region ?? '',
    };
  });
}

const decimal = (dollars: number): string => toDecimal(toCents(dollars));

export interface ExportedLedger {
  rows: number;
  /** Total of all rows. */
  amount: Cents;
}

/**
 * Saves the money received and refunded on these days as CSV; saves nothing if there is none, or
 * once aborted.
 */
export async function exportLedger(
  calls: AdminCalls,
  days: Days,
  zone: string,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<ExportedLedger> {
  const rows = await readLedger(calls, days, zone, signal, onProgress);
  if (rows.length > 0) {
    await saveCsv(`accounting-${days.first}-${days.last}.csv`, toLedgerLines(rows));
  }
  return { rows: rows.length, amount: rows.reduce((sum, { amount }) => sum + toCents(amount), 0) };
}
