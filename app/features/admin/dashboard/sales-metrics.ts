import { formatSum } from '../data/format-sum.ts';
import type { Sales } from './read-dashboard.ts';

type Day = Pick<Sales['days'][number], 'orders' | 'cents' | 'refunded_cents'>;

export interface Metric {
  id: 'net' | 'gross' | 'refunded' | 'orders' | 'average';
  label: string;
  of: (day: Day) => number;
  /** For all days together. */
  total: (days: readonly Day[]) => number;
  say: (value: number) => string;
}

const sum = (days: readonly Day[], of: (day: Day) => number) =>
  days.reduce((all, day) => all + of(day), 0);

/** To the nearest cent; 0 if nothing was sold. */
const average = (cents: number, orders: number) => (orders > 0 ? Math.round(cents / orders) : 0);

const money = (id: Metric['id'], label: string, of: (day: Day) => number): Metric => ({
  id,
  label,
  of,
  total: (days) => sum(days, of),
  say: formatSum,
});

/** Sales minus refunds and lost disputes; negative on a day with only refunds. */
const net = money('net', 'Net sales', ({ cents, refunded_cents }) => cents - refunded_cents);

export const metrics: readonly [Metric, ...Metric[]] = [
  net,
  money('gross', 'Gross sales', ({ cents }) => cents),
  money('refunded', 'Refunds and chargebacks', ({ refunded_cents }) => refunded_cents),
  {
    id: 'orders',
    label: 'Orders',
    of: ({ orders }) => orders,
    total: (days) => sum(days, ({ orders }) => orders),
    say: (value) => value.toLocaleString('en-US'),
  },
  {
    id: 'average',
    label: 'Average order',
    of: ({ cents, orders }) => average(cents, orders),
    total: (days) =>
      average(
        sum(days, ({ cents }) => cents),
        sum(days, ({ orders }) => orders),
      ),
    say: formatSum,
  },
];
