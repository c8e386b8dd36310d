import { clsx } from 'clsx';
import { compactControl } from '#app/components/ui/control-style.ts';
import { isWithheld } from '#domain/shipment.ts';
import { describeBatches } from './line-batch.tsx';
import type { PackedLine } from './read-packing.ts';
import { type BatchStock, unitsLeft } from './suggest-batches.ts';

interface BatchChoiceProps {
  packed: PackedLine;
  stock: readonly BatchStock[];
  /** The order's number, for screen readers. */
  number: string;
  onChoose: (batchId: string) => void;
}

/** The batch a line is packed from. Typing or scanning a code while this is focused selects it. */
export function BatchChoice({ packed, stock, number, onChoose }: BatchChoiceProps) {
  const { line, quantity, batches } = packed;
  const own = stock.filter(({ product_id }) => product_id !== null && product_id === line.id);
  if (own.length === 0 && batches.length === 0) return null;
  const [only] = batches;
  const isOne = batches.length === 1 && only?.quantity === quantity;
  const value = batches.length === 0 ? '' : isOne ? (only?.batchId ?? '') : 'several';
  const isWrong = batches.some(({ status }) => isWithheld(status));
  const isListed = value === '' || own.some(({ batch_id }) => batch_id === value);
  return (
    <select
      aria-label={`Batch of ${line.name} in order ${number}`}
      aria-invalid={isWrong ? true : undefined}
      value={value}
      onChange={({ target }) => onChoose(target.value)}
      className={clsx(
        compactControl,
        'mt-1 mb-2 min-h-11 max-w-full',
        isWrong ? 'border-danger' : value === '' ? 'border-saffron' : 'border-line-strong',
      )}
    >
      <option value="">No batch noted</option>
      {isListed ? null : <option value={value}>{describeBatches(batches, quantity)}</option>}
      {own.map((batch) => (
        <option key={batch.batch_id} value={batch.batch_id}>
          {[
            batch.code,
            batch.best_before && `best before ${batch.best_before}`,
            batch.units_made !== null && `${unitsLeft(batch)} left`,
          ]
            .filter(Boolean)
            .join(', ')}
        </option>
      ))}
    </select>
  );
}
