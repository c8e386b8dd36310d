/** A rating out of five stars, visible and for screen readers. */
export function StarRating({ value }: { value: number }) {
  return (
    <p className="text-sm tracking-[0.15em] text-saffron-ink">
      <span aria-hidden="true">{'★'.repeat(value) + '☆'.repeat(5 - value)}</span>
      <span className="sr-only">{value} out of 5 stars</span>
    </p>
  );
}
