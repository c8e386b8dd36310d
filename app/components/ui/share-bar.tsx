/**
 * A result as a fraction of its limit; a full bar is the limit. The text beside it says the same,
 * so it is hidden from screen readers.
 */
export function ShareBar({ share }: { share: number }) {
  const width = Math.min(1, Math.max(share, share > 0 ? 0.01 : 0)) * 100;
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      className="mt-2 h-2 w-full overflow-hidden rounded-full"
    >
      <rect width="100" height="4" className="fill-stone" />
      <rect width={width} height="4" className={share > 1 ? 'fill-danger' : 'fill-pine'} />
    </svg>
  );
}
