import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { useShop } from '#app/lib/use-shop.ts';
import { formatSum } from '../data/format-sum.ts';
import { LoadFailure } from '../data/load-failure.tsx';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { select } from '../form/select-style.ts';
import { readSales, type Sales } from './read-dashboard.ts';
import { SalesChart } from './sales-chart.tsx';
import { type Metric, metrics } from './sales-metrics.ts';

const spans = [7, 30, 90] as const;

/**
 * Sales before and after refunds and lost disputes, orders and average order over time, as a chart
 * and as a table, plus the best sellers.
 */
export default function SalesReport() {
  const calls = useAdminCalls();
  const { site } = useShop();
  const [days, setDays] = useState<number>(30);
  const [chosen, setChosen] = useState<Metric['id']>('net');
  const { data, isError, refetch } = useQuery({
    queryKey: ['sales', days, site.timeZone],
    queryFn: () => readSales(calls, days, site.timeZone),
    placeholderData: keepPreviousData,
  });
  const metric = metrics.find(({ id }) => id === chosen) ?? metrics[0];

  return (
    <section aria-label="Sales" className="rounded-md border border-line bg-paper">
      <div className="flex items-center justify-between gap-4 border-b border-line px-4 py-1.5">
        <h2 className="font-sans text-base font-semibold">Sales</h2>
        <select
          aria-label="Time span"
          value={days}
          onChange={({ target }) => setDays(Number(target.value))}
          className={select}
        >
          {spans.map((span) => (
            <option key={span} value={span}>
              Last {span} days
            </option>
          ))}
        </select>
      </div>
      <div className="grid grid-cols-2 border-b border-line sm:grid-cols-3 xl:grid-cols-5">
        {metrics.map((each) => (
          <button
            key={each.id}
            type="button"
            aria-pressed={each.id === chosen}
            onClick={() => setChosen(each.id)}
            className={clsx(
              // Aligns the figures whether their labels take one line or two.
              'flex flex-col items-start justify-between gap-1 border-b-2 px-4 py-3 text-left',
              each.id === chosen ? 'border-ink' : 'border-transparent hover:bg-bone',
            )}
          >
            <span className="block text-xs text-ink-soft">{each.label}</span>
            <span className="block text-base font-semibold tabular-nums sm:text-lg">
              {data ? each.say(each.total(data.days)) : '–'}
            </span>
          </button>
        ))}
      </div>
      {isError ? (
        <div className="p-4">
          <LoadFailure text="The sales could not be loaded." onRetry={refetch} />
        </div>
      ) : (
        <div className="p-4">
          {/* The chart notices a narrower page a moment late. */}
          <div className="h-56 overflow-x-clip">
            {data ? <SalesChart days={data.days} metric={metric} /> : null}
          </div>
          {data ? <SalesTable days={data.days} /> : null}
        </div>
      )}
      {data && data.products.length > 0 ? <TopProducts products={data.products} /> : null}
    </section>
  );
}

/** The chart's numbers, newest first. */
function SalesTable({ days }: { days: Sales['days'] }) {
  return (
    <details className="mt-3 text-sm">
      <summary className="flex min-h-11 items-center font-semibold">Show as a table</summary>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the arrow keys scroll it
        tabIndex={0}
        aria-label="Figures by day"
        className="overflow-x-auto"
      >
        <table className="w-full border-collapse whitespace-nowrap">
          <thead>
            <tr className="border-b border-line text-left text-xs text-ink-soft">
              <th scope="col" className="py-2 font-semibold">
                Day
              </th>
              {metrics.map(({ id, label }) => (
                <th key={id} scope="col" className="py-2 pl-3 text-right font-semibold">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line tabular-nums">
            {days.toReversed().map((day) => (
              <tr key={day.day}>
                <th scope="row" className="py-2 text-left font-normal">
                  {day.day}
                </th>
                {metrics.map(({ id, of, say }) => (
                  <td key={id} className="py-2 pl-3 text-right">
                    {say(of(day))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

function TopProducts({ products }: { products: Sales['products'] }) {
  return (
    <div className="border-t border-line p-4">
      <h3 className="font-sans text-sm font-semibold">
        Top products <span className="font-normal text-ink-soft">after discounts and refunds</span>
      </h3>
      <ol className="mt-2 divide-y divide-line text-sm">
        {products.map(({ name, weight, quantity, cents }) => (
          <li key={`${name}${weight}`} className="flex justify-between gap-4 py-2">
            <span className="min-w-0 wrap-anywhere">
              {name} <span className="text-ink-soft">{weight}</span>
            </span>
            <span className="shrink-0 tabular-nums">
              {quantity} sold, <span className="font-semibold">{formatSum(cents)}</span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
