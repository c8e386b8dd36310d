import { formatMoney } from '#domain/money.ts';
import { readOrderLines } from '#domain/order.ts';
import { type ChosenParts, type RefundableParts, refundableParts } from '#domain/refund-parts.ts';
import { CheckField } from '../form/check-field.tsx';
import { SelectField } from '../form/select-field.tsx';
import type { WholeOrder } from './read-order.ts';
import { RestockField } from './restock-field.tsx';

export const noParts: ChosenParts = { lines: [], delivery: false, restock: false };

/** The parts of the order that can still be refunded; null if its parts are unknown. */
export function partsLeft({ order, refunds }: WholeOrder): RefundableParts | null {
  const earlier = refunds.filter(({ state }) => state !== 'failed').map(({ lines }) => lines);
  return refundableParts(order, earlier);
}

interface RefundPartsFieldProps {
  whole: WholeOrder;
  parts: RefundableParts;
  chosen: ChosenParts;
  onChange: (chosen: ChosenParts) => void;
}

/** Chooses items and quantities, delivery, and whether the items go back in stock. */
export function RefundPartsField({ whole, parts, chosen, onChange }: RefundPartsFieldProps) {
  const lines = readOrderLines(whole.order.order_items);
  const { delivery } = parts;
  const quantityOf = (index: number) =>
    chosen.lines.find(({ line }) => line === index)?.quantity ?? 0;
  const choose = (index: number, quantity: number) => {
    const others = chosen.lines.filter(({ line }) => line !== index);
    const next = quantity > 0 ? [...others, { line: index, quantity }] : others;
    onChange({
      ...chosen,
      lines: next.sort((a, b) => a.line - b.line),
      restock: chosen.restock && next.length > 0,
    });
  };
  return (
    <fieldset className="mt-3">
      <legend className="text-ink-soft">
        Choose items to refund, or enter an amount. Items include their share of discount and tax.
      </legend>
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        {parts.lines.map((part, index) => {
          const line = lines[index];
          const left = part.quantity - part.refunded;
          if (!line || left <= 0) return null;
          return (
            <SelectField
              key={JSON.stringify([index, line.name, line.weight])}
              label={`${line.name}${line.weight ? ` · ${line.weight}` : ''}`}
              value={String(Math.min(quantityOf(index), left))}
              onChange={({ target }) => choose(index, Number(target.value))}
              options={Array.from({ length: left + 1 }, (_, quantity) => ({
                value: String(quantity),
                label: quantity === 0 ? 'None' : `${quantity} of ${line.quantity}`,
              }))}
            />
          );
        })}
      </div>
      {delivery.paidCents > 0 && delivery.refunded === 0 ? (
        <CheckField
          label={`Delivery, ${formatMoney(delivery.paidCents)}`}
          checked={chosen.delivery}
          onChange={({ target }) => onChange({ ...chosen, delivery: target.checked })}
        />
      ) : null}
      {chosen.lines.length > 0 ? (
        <RestockField
          checked={chosen.restock}
          onChange={({ target }) => onChange({ ...chosen, restock: target.checked })}
        />
      ) : null}
    </fieldset>
  );
}
