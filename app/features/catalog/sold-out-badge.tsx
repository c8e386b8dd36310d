/** On the picture of a product that cannot be bought now. */
export function SoldOutBadge() {
  return (
    <span className="absolute top-3 left-3 rounded-sm bg-ink px-2.5 py-1 text-xs font-semibold text-paper">
      Sold Out
    </span>
  );
}
