import { lineKey } from '#domain/cart.ts';
import { type CheckedLine, isChanged, isShort } from '#domain/check-cart.ts';
import { formatMoney } from '#domain/money.ts';

/** What has changed about each line since it was added to the cart, in plain words. */
export function ChangeList({ lines }: { lines: readonly CheckedLine[] }) {
  return (
    <ul className="mt-3 space-y-1.5 text-sm wrap-anywhere">
      {lines.filter(isChanged).map((line) => (
        <li key={lineKey(line)}>
          <span className="font-semibold">
            {line.name}
            {line.weight ? ` (${line.weight})` : null}:
          </span>{' '}
          {describeChanges(line).join('. ')}
        </li>
      ))}
    </ul>
  );
}

function describeChanges(line: CheckedLine): string[] {
  const { availability, was, priceCents, left } = line;
  if (availability === 'gone') return ['No longer available'];
  if (availability === 'sold_out') return ['Currently sold out'];
  const notes: string[] = [];
  if (isShort(line)) notes.push(`Only ${left} left`);
  if (was.priceCents !== undefined) {
    const change = `${formatMoney(was.priceCents)} to ${formatMoney(priceCents)}`;
    notes.push(`Price changed from ${change}`);
  }
  if (was.name !== undefined) notes.push(`Previously called “${was.name}”`);
  return notes;
}
