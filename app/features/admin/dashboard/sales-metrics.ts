import { formatMoney } from '#domain/money.ts';
import type { Sales } from './read-dashboard.ts';

type Day = Pick<Sales['days'][number], 'orders' | 'cents'>;

export interface Metric {
  id: 'sales' | 'orders' | 'average';
  label: string;
  of: (day: Day) => number;
  /** Of all days together. */
  total: (days: readonly Day[]) => number;
  say: (value: number) => string;
}

const sum = (days: readonly Day[], of: (day: Day) => number) =>
  days.reduce((all, day) => all + of(day), 0);

/** To the nearest cent; 0 where nothing was sold. */
const average = (cents: number, orders: number) => (orders > 0 ? Math.round(cents / orders) : 0);

const sales: Metric = {
  id: 'sales',
  label: 'Sales',
  of: ({ cents }) => cents,
  total: (days) => sum(days, ({ cents }) => cents),
  say: formatMoney,
};

export const metrics: readonly [Metric, ...Metric[]] = [
  sales,
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
    say: formatMoney,
  },
];
