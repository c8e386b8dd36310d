import { type CheckedLine, isShort } from '#domain/check-cart.ts';
import { formatMoney } from '#domain/money.ts';

/** What changed about a line since it was put in the cart, in plain words. */
export function LineNotes({ line }: { line: CheckedLine }) {
  const notes = describeChanges(line);
  if (notes.length === 0) return null;
  return (
    <ul className="mt-1 space-y-0.5 text-sm font-medium text-saffron-ink">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

export function describeChanges(line: CheckedLine): string[] {
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
