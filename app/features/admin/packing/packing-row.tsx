import { clsx } from 'clsx';
import { memo } from 'react';
import { compactControl } from '#app/components/ui/control-style.ts';
import { Link } from '#app/components/ui/link.tsx';
import { orderNumber } from '#domain/order.ts';
import { BriefMoment } from '../table/moment.tsx';
import { BatchChoice } from './batch-choice.tsx';
import { describePackingProblem, type PackedOrder } from './read-packing.ts';
import type { TypedNumber } from './read-tracking.ts';
import type { BatchStock } from './suggest-batches.ts';
import { looksRounded, refuseNumber } from './use-tracking-numbers.ts';

interface PackingRowProps {
  packed: PackedOrder;
  chosen: boolean;
  typed: TypedNumber | undefined;
  /** Number of the order that has the same tracking number. */
  sameAs: string | undefined;
  stock: readonly BatchStock[];
  onBatch: (orderId: string, line: number, batchId: string, quantity: number) => void;
  onChoose: (orderId: string, chosen: boolean) => void;
  onType: (orderId: string, number: string) => void;
  /** Called for a paste of several cells, starting at this order. */
  onPaste: (orderId: string, text: string) => void;
}

/** One order to pack. The Enter sent by a scanner moves to the next number. */
export const PackingRow = memo(function PackingRow(props: PackingRowProps) {
  const { packed, chosen, typed, sameAs, stock, onBatch, onChoose, onType, onPaste } = props;
  const { order, lines, notes } = packed;
  const problem = describePackingProblem(packed);
  const number = orderNumber(order.id);
  const wrong = typed ? refuseNumber(typed.number) : null;
  const note = `note-${order.id}`;
  return (
    <tr data-row className={clsx(chosen && !problem && 'bg-bone/60')}>
      <td data-select className="w-12 py-1 pl-3 align-top">
        {problem ? null : (
          <label className="flex size-11 cursor-pointer items-center justify-center">
            <input
              type="checkbox"
              aria-label={`Pack order ${number}`}
              checked={chosen}
              onChange={({ target }) => onChoose(order.id, target.checked)}
              className="size-4.5 accent-ink"
            />
          </label>
        )}
      </td>
      <td data-card="title" className="px-3 py-2 align-top">
        <Link
          to={`/admin/orders?order=${order.id}`}
          className="inline-flex min-h-11 items-center font-semibold tabular-nums hover:underline md:whitespace-nowrap"
        >
          #{number}
        </Link>
        <span className="block text-xs whitespace-nowrap text-ink-soft">
          <BriefMoment at={order.created_at} />
        </span>
      </td>
      <td data-label="Ship to" className="px-3 py-3 align-top wrap-anywhere">
        <span className="md:block md:min-w-36">
          <span className="block">{order.name}</span>
          <span className="block text-xs whitespace-pre-line text-ink-soft">{order.address}</span>
        </span>
      </td>
      <td data-label="Items" className="px-3 py-3 align-top wrap-anywhere">
        <span>
          {lines.map((each) => (
            <span key={each.place} className="block">
              <span className="font-semibold tabular-nums">{each.quantity} ×</span> {each.line.name}
              {each.line.weight ? (
                <span className="text-ink-soft"> · {each.line.weight}</span>
              ) : null}
              <BatchChoice
                packed={each}
                stock={stock}
                number={number}
                onChoose={(batchId) => onBatch(order.id, each.place, batchId, each.quantity)}
              />
            </span>
          ))}
          {notes.map((text) => (
            <span key={text} className="block font-medium text-saffron-ink">
              {text}
            </span>
          ))}
        </span>
      </td>
      <td data-label="Tracking number" className="w-64 px-3 py-2 align-top md:max-xl:w-44">
        {problem ? (
          <p className="py-2.5 text-sm text-ink-soft">{problem}</p>
        ) : (
          <span className="block w-full">
            <input
              aria-label={`Tracking number of order ${number}`}
              aria-invalid={wrong ? true : undefined}
              aria-describedby={note}
              data-tracking
              autoComplete="off"
              spellCheck={false}
              disabled={!chosen}
              value={typed?.number ?? ''}
              onChange={({ target }) => onType(order.id, target.value)}
              onPaste={(event) => {
                const text = event.clipboardData.getData('text/plain');
                if (!/[\t\r\n]/.test(text.trim())) return;
                event.preventDefault();
                onPaste(order.id, text);
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                focusNext(event.currentTarget);
              }}
              className={clsx(
                compactControl,
                'min-h-11 min-w-40 disabled:opacity-55',
                wrong ? 'border-danger' : 'border-line-strong',
              )}
            />
            <span id={note} className="block text-left text-xs">
              {wrong ? <span className="font-medium text-danger">{wrong}</span> : null}
              {typed?.carrier ? <span className="text-ink-soft">{typed.carrier} </span> : null}
              {sameAs ? (
                <span className="text-saffron-ink">Also typed for #{orderNumber(sameAs)}. </span>
              ) : null}
              {typed && looksRounded(typed.number) ? (
                <span className="text-saffron-ink">
                  Ends in zeros: a spreadsheet may have rounded it.
                </span>
              ) : null}
            </span>
          </span>
        )}
      </td>
    </tr>
  );
});

function focusNext(input: HTMLInputElement): void {
  const all = [
    ...(input.closest('table')?.querySelectorAll<HTMLInputElement>('[data-tracking]:enabled') ??
      []),
  ];
  all[all.indexOf(input) + 1]?.focus();
}
