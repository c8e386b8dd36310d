import { ChangeMark } from '#app/components/lines/change-mark.tsx';
import { LinePicture } from '#app/components/lines/line-picture.tsx';
import { lineKey, lineTotal } from '#domain/cart.ts';
import type { CheckedLine } from '#domain/check-cart.ts';
import { formatMoney } from '#domain/money.ts';

export function ReviewedLines({ lines }: { lines: readonly CheckedLine[] }) {
  return (
    <ul className="divide-y divide-line">
      {lines.map((line) => (
        <ReviewedLine key={lineKey(line)} line={line} />
      ))}
    </ul>
  );
}

function ReviewedLine({ line }: { line: CheckedLine }) {
  const available = line.availability === 'available';
  return (
    <li className="flex gap-4 py-4">
      <LinePicture imageUrl={line.imageUrl || null} className="size-16" />
      <ChangeMark line={line} />
      <div className="min-w-0 flex-1">
        <p className="text-sm font-semibold">{line.name}</p>
        <p className="text-sm text-ink-soft">
          {line.weight ? `${line.weight} · ` : null}Quantity {line.quantity}
        </p>
      </div>
      <p
        key={lineTotal(line)}
        className={`text-sm font-semibold tabular-nums ${available ? '' : 'text-ink-soft line-through'}`}
      >
        {formatMoney(lineTotal(line))}
      </p>
    </li>
  );
}
