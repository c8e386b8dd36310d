import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Download } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { Button } from '#app/components/ui/button.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { useShop } from '#app/lib/use-shop.ts';
import { toDecimal } from '#domain/money.ts';
import { messageOf } from '../data/admin-failure.ts';
import { formatSum } from '../data/format-sum.ts';
import { LoadFailure } from '../data/load-failure.tsx';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { DayField } from '../form/day-field.tsx';
import { SelectField } from '../form/select-field.tsx';
import { saveCsv } from '../orders/save-csv.ts';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { ScreenLoading } from '../shell/screen-loading.tsx';
import { SavedFilters } from '../table/saved-filters.tsx';
import { maxDays, type Period, periodBefore, readPeriod } from './period-before.ts';
import {
  type Dimension,
  dimensions,
  type FigureRow,
  type Figures,
  readFigures,
} from './read-figures.ts';

/**
 * Sales after refunds and cancellations by day, product, country or code, compared with the
 * previous period.
 */
export default function FiguresScreen() {
  const [address, setAddress] = useSearchParams();
  const { site } = useShop();
  const calls = useAdminCalls();
  const asked = address.get('by') ?? '';
  const by: Dimension = asked in dimensions ? (asked as Dimension) : 'day';
  const from = address.get('from') ?? '';
  const until = address.get('until') ?? '';
  const period = readPeriod(from, until, site.timeZone);
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: ['figures', by, period, site.timeZone],
    queryFn: () => (period ? readFigures(calls, by, period, site.timeZone) : null),
    placeholderData: keepPreviousData,
  });
  const choose = (name: string, value: string) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );

  return (
    <>
      <ScreenHeading title="Figures">
        <SavedFilters screen="figures" />
        {data && period ? <SaveButton figures={data} by={by} period={period} /> : null}
      </ScreenHeading>
      <section aria-label="Figures" className="rounded-md border border-line bg-paper">
        <div className="flex flex-wrap items-end gap-4 border-b border-line p-4">
          <SelectField
            label="By"
            value={by}
            options={Object.entries(dimensions).map(([value, label]) => ({ value, label }))}
            onChange={({ target }) => choose('by', target.value === 'day' ? '' : target.value)}
          />
          <DayField
            label="First day"
            name="from"
            value={from || (period?.first ?? '')}
            onChange={(day) => choose('from', day)}
          />
          <DayField
            label="Last day"
            name="until"
            value={until || (period?.last ?? '')}
            onChange={(day) => choose('until', day)}
          />
        </div>
        {!period ? (
          <p role="alert" className="p-4 text-sm font-medium text-danger">
            Choose a first day and a last day that is not before it, at most {maxDays} days.
          </p>
        ) : isError ? (
          <div className="p-4">
            <LoadFailure text="The figures could not be loaded." onRetry={refetch} />
          </div>
        ) : data ? (
          <FigureTable figures={data} by={by} period={period} stale={isPlaceholderData} />
        ) : (
          <ScreenLoading />
        )}
      </section>
    </>
  );
}

interface FigureTableProps {
  figures: Figures;
  by: Dimension;
  period: Period;
  stale: boolean;
}

function FigureTable({ figures: { rows, count }, by, period, stale }: FigureTableProps) {
  const before = periodBefore(period);
  const sold = by === 'product' ? 'Pieces' : 'Orders';
  const total = rows.reduce(
    (sum, row) => ({
      sold: sum.sold + row.sold,
      cents: sum.cents + row.cents,
      soldBefore: sum.soldBefore + row.soldBefore,
      centsBefore: sum.centsBefore + row.centsBefore,
    }),
    { sold: 0, cents: 0, soldBefore: 0, centsBefore: 0 },
  );
  const number = 'px-3 py-2 text-right tabular-nums';
  return (
    <>
      <p className="px-4 pt-3 text-sm text-ink-soft" aria-live="polite">
        {count.toLocaleString('en-US')} {count === 1 ? 'row' : 'rows'}
        {count > rows.length ? `, the best ${rows.length} of them listed` : ''}. Beside them{' '}
        {before.first} to {before.last}.{' '}
        {by === 'day'
          ? 'Refunds and lost disputes count on their own day.'
          : 'Refunds and lost disputes count for their sale, whenever they were made.'}{' '}
        {by === 'product'
          ? 'Products count what was paid for them after discounts, without delivery and added tax. A refund of chosen items is taken off those items, any other off the whole order. '
          : null}
        Canceled orders do not count, even where their money was kept: that is in the export for
        accounting.
      </p>
      <div className="overflow-x-auto">
        <table
          aria-label="Figures"
          aria-busy={stale}
          className={clsx('admin-table mt-2 w-full border-collapse text-sm', stale && 'opacity-60')}
        >
          <thead>
            <tr className="border-b border-line text-left text-xs text-ink-soft">
              <th scope="col" className="px-4 py-2 font-semibold">
                {dimensions[by]}
              </th>
              {[sold, `${sold} before`, 'Net sales', 'Net sales before', 'Change'].map(
                (heading) => (
                  <th key={heading} scope="col" className="px-3 py-2 text-right font-semibold">
                    {heading}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {[{ ...total, key: '', label: 'All' }, ...rows].map((row) => (
              <tr key={row.key} data-row className={row.key === '' ? 'font-semibold' : undefined}>
                <td data-card="title" className="px-4 py-2 wrap-anywhere">
                  {row.label}
                </td>
                <td data-label={sold} className={number}>
                  {row.sold.toLocaleString('en-US')}
                </td>
                <td data-label={`${sold} before`} className={clsx(number, 'text-ink-soft')}>
                  {row.soldBefore.toLocaleString('en-US')}
                </td>
                <td data-label="Net sales" className={number}>
                  {formatSum(row.cents)}
                </td>
                <td data-label="Net sales before" className={clsx(number, 'text-ink-soft')}>
                  {formatSum(row.centsBefore)}
                </td>
                <td data-label="Change" className={number}>
                  {sayChange(row.cents, row.centsBefore)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length === 0 ? (
        <p className="px-4 py-14 text-center text-ink-soft">Nothing was sold in either period.</p>
      ) : null}
    </>
  );
}

/** '+12%'; empty if there is nothing to compare with. */
function sayChange(now: number, before: number): string {
  if (before <= 0) return '–';
  const percent = Math.round(((now - before) / before) * 100);
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent).toLocaleString('en-US')}%`;
}

function SaveButton({ figures, by, period }: { figures: Figures; by: Dimension; period: Period }) {
  const before = periodBefore(period);
  const toCsv = (row: FigureRow) => ({
    [by]: row.label,
    sold: row.sold,
    net_sales: toDecimal(row.cents),
    [`sold ${before.first} to ${before.last}`]: row.soldBefore,
    [`net_sales ${before.first} to ${before.last}`]: toDecimal(row.centsBefore),
  });
  async function download(): Promise<void> {
    try {
      await saveCsv(`figures-by-${by}-${period.first}-${period.last}.csv`, figures.rows.map(toCsv));
    } catch (error) {
      showToast({ title: 'Export failed', description: messageOf(error), variant: 'destructive' });
    }
  }
  return (
    <Button
      variant="secondary"
      disabled={figures.rows.length === 0}
      onClick={() => void download()}
    >
      <Download aria-hidden="true" className="size-4" />
      Export CSV
    </Button>
  );
}
