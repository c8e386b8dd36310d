import { type CheckedLine, isChanged, isShort } from '#domain/check-cart.ts';

/** Marks a changed line on its picture, where it takes up no space and causes no layout shift. */
export function ChangeMark({ line }: { line: CheckedLine }) {
  return isChanged(line) ? <span className="change-mark">{markFor(line)}</span> : null;
}

function markFor({ availability, left, quantity, was }: CheckedLine): string {
  if (availability === 'gone') return 'Unavailable';
  if (availability === 'sold_out') return 'Sold out';
  if (isShort({ left, quantity })) return `Only ${left} left`;
  return was.priceCents === undefined ? 'New name' : 'New price';
}
