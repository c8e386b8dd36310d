import { countryName } from '#domain/countries.ts';
import type { Sales } from '../dashboard/read-dashboard.ts';
import type { AdminCalls } from '../data/use-admin-calls.ts';
import { addDays, countDays, type Period, periodBefore } from './period-before.ts';

export const dimensions = {
  day: 'Day',
  product: 'Product',
  country: 'Country',
  code: 'Code',
} as const;
export type Dimension = keyof typeof dimensions;

export interface FigureRow {
  key: string;
  label: string;
  /** Units sold of a product; otherwise the number of orders. */
  sold: number;
  /** After refunds and lost disputes. */
  cents: number;
  soldBefore: number;
  centsBefore: number;
}

export interface Figures {
  rows: FigureRow[];
  /** Number of all rows, including those not listed. */
  count: number;
}

interface Part {
  name: string;
  detail: string;
  sold: number;
  cents: number;
}

/** The sales of a period, and of the period of the same length before it. */
export async function readFigures(
  calls: AdminCalls,
  by: Dimension,
  period: Period,
  zone: string,
): Promise<Figures> {
  const before = periodBefore(period);
  return by === 'day'
    ? readDays(calls, period, before, zone)
    : readParts(calls, by, period, before, zone);
}

/** Here refunds count on the day they were made. */
async function readDays(calls: AdminCalls, period: Period, before: Period, zone: string) {
  const read = async ({ first, last }: Period) => {
    const sales = await calls.run((tables) =>
      tables.rpc('admin_sales', { first_day: first, last_day: last, zone }),
    );
    return new Map((sales as unknown as Sales).days.map((day) => [day.day, day]));
  };
  const [now, then] = await Promise.all([read(period), read(before)]);
  const days = countDays(period);
  const rows = Array.from({ length: days }, (_, index): FigureRow => {
    const day = addDays(period.first, index);
    const earlier = then.get(addDays(before.first, index));
    const { orders = 0, cents = 0, refunded_cents = 0 } = now.get(day) ?? {};
    return {
      key: day,
      label: day,
      sold: orders,
      cents: cents - refunded_cents,
      soldBefore: earlier?.orders ?? 0,
      centsBefore: earlier ? earlier.cents - earlier.refunded_cents : 0,
    };
  });
  return { rows: rows.toReversed(), count: days };
}

/** Here refunds count toward the sale they belong to, whenever they were made. */
async function readParts(
  calls: AdminCalls,
  by: Exclude<Dimension, 'day'>,
  period: Period,
  before: Period,
  zone: string,
): Promise<Figures> {
  const read = async ({ first, last }: Period) =>
    (await calls.run((tables) =>
      tables.rpc('admin_sales_by', { dimension: by, first_day: first, last_day: last, zone }),
    )) as unknown as { rows: Part[]; total: number };
  const [now, then] = await Promise.all([read(period), read(before)]);
  const keyOf = ({ name, detail }: Part) => JSON.stringify([name, detail]);
  const earlier = new Map(then.rows.map((part) => [keyOf(part), part]));
  const gone = then.rows.filter((part) => !now.rows.some((each) => keyOf(each) === keyOf(part)));
  const rows = [...now.rows, ...gone.map((part) => ({ ...part, sold: 0, cents: 0 }))].map(
    (part): FigureRow => ({
      key: keyOf(part),
      label: labelOf(by, part),
      sold: part.sold,
      cents: part.cents,
      soldBefore: earlier.get(keyOf(part))?.sold ?? 0,
      centsBefore: earlier.get(keyOf(part))?.cents ?? 0,
    }),
  );
  return { rows, count: Math.max(now.total, rows.length) };
}

function labelOf(by: Dimension, { name, detail }: Part): string {
  if (by === 'country') return name ? countryName(name) : 'Not known';
  if (by === 'code') return name || 'Without a code';
  return [name || 'Unknown item', detail].filter(Boolean).join(', ');
}
