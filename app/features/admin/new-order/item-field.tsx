import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { compactControl } from '#app/components/ui/control-style.ts';
import { formatMoney, toCents } from '#domain/money.ts';
import { LoadFailure } from '../data/load-failure.tsx';
import { type RowOf, useAdminCalls } from '../data/use-admin-calls.ts';
import { SearchBox } from '../table/search-box.tsx';
import type { ChosenItem } from './order-form.ts';

interface ItemFieldProps {
  items: readonly ChosenItem[];
  /** Nothing is charged. */
  free: boolean;
  error: string | undefined;
  onChange: (items: ChosenItem[]) => void;
}

/** As many as fit below the search field. */
const maxFound = 6;

/** The items of the order: products found by name, each with a quantity. */
export function ItemField({ items, free, error, onChange }: ItemFieldProps) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const change = (item: ChosenItem, quantity: string) =>
    onChange(items.map((each) => (each.id === item.id ? { ...each, quantity } : each)));

  function add(product: RowOf<'products'>): void {
    const known = items.find((item) => item.id === product.id);
    const { name, weight_type: weight } = product;
    if (known) change(known, String(Math.min((Number(known.quantity) || 0) + 1, 99)));
    else {
      const priceCents = toCents(product.price);
      onChange([...items, { id: product.id, name, weight, priceCents, quantity: '1' }]);
    }
    // Focus the new item's quantity.
    setTimeout(() => {
      const field = list.current?.querySelector<HTMLInputElement>(`[data-item="${product.id}"]`);
      field?.focus();
      field?.select();
    });
  }

  return (
    <div className="space-y-4">
      <ProductSearch onAdd={add} />
      {items.length > 0 ? (
        <ul ref={list} aria-label="Items" className="divide-y divide-line border-y border-line">
          {items.map((item) => (
            <li
              key={item.id}
              className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1 py-2 text-sm"
            >
              <span className="min-w-40 flex-1 wrap-anywhere">
                <span className="font-semibold">{item.name}</span>
                {item.weight ? <span className="text-ink-soft"> · {item.weight}</span> : null}
              </span>
              <span className="flex items-center gap-2">
                <span className="w-16">
                  <input
                    aria-label={`Quantity of ${item.name}`}
                    aria-describedby={error ? `${id}-error` : undefined}
                    data-item={item.id}
                    inputMode="numeric"
                    autoComplete="off"
                    value={item.quantity}
                    onChange={({ target }) => change(item, target.value)}
                    className={`${compactControl} min-h-11 border-line-strong text-right tabular-nums`}
                  />
                </span>
                <span className="w-24 text-right tabular-nums">
                  {formatMoney(free ? 0 : item.priceCents * (Number(item.quantity) || 0))}
                </span>
                <button
                  type="button"
                  aria-label={`Remove ${item.name}`}
                  onClick={() => onChange(items.filter((each) => each.id !== item.id))}
                  className="flex size-11 items-center justify-center rounded-sm hover:bg-bone-deep"
                >
                  <Trash2 aria-hidden="true" className="size-4" />
                </button>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {error ? (
        <p id={`${id}-error`} role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}

function ProductSearch({ onAdd }: { onAdd: (product: RowOf<'products'>) => void }) {
  const calls = useAdminCalls();
  const [search, setSearch] = useState('');
  const { data, isError, refetch } = useQuery({
    queryKey: ['products-to-order', search],
    queryFn: () =>
      calls.list('products', {
        search,
        filters: {},
        sort: 'name',
        ascending: true,
        skip: 0,
        take: maxFound,
      }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="space-y-2">
      <SearchBox label="Find a product" value={search} onSearch={setSearch} />
      {isError ? <LoadFailure text="The products could not be loaded." onRetry={refetch} /> : null}
      <ul
        aria-label="Products found"
        className="divide-y divide-line rounded-sm border border-line"
      >
        {data?.rows.map((product) => (
          <li key={product.id}>
            <button
              type="button"
              disabled={!product.buyable}
              onClick={() => onAdd(product)}
              className="flex min-h-11 w-full items-center gap-3 px-3 py-2 text-left text-sm hover:bg-bone disabled:hover:bg-transparent"
            >
              <span className="min-w-0 flex-1 wrap-anywhere">
                <span className="font-semibold">{product.name}</span>
                {product.weight_type ? (
                  <span className="text-ink-soft"> · {product.weight_type}</span>
                ) : null}
              </span>
              <span className="shrink-0 text-right tabular-nums">
                {formatMoney(toCents(product.price))}
                <span className="block text-xs text-ink-soft">{sayStock(product)}</span>
              </span>
              <span aria-hidden="true" className="shrink-0 font-semibold text-link">
                {product.buyable ? 'Add' : ''}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {data?.more || (data && data.total > maxFound) ? (
        <p className="text-sm text-ink-soft">Type more of the name to see others.</p>
      ) : null}
      {data?.rows.length === 0 ? (
        <p className="text-sm text-ink-soft">No product has that name.</p>
      ) : null}
    </div>
  );
}

function sayStock({ buyable, stock }: RowOf<'products'>): string {
  if (!buyable) return 'Sold out';
  return stock === null ? '' : `${stock} left`;
}
