/** Turns while something loads; the label is read aloud and may be shown. */
export function Spinner({ label, showLabel = false }: { label: string; showLabel?: boolean }) {
  return (
    <span role="status" className="inline-flex items-center gap-3">
      <span
        aria-hidden="true"
        className="size-5 animate-spin rounded-full border-2 border-line-strong border-t-transparent"
      />
      <span className={showLabel ? 'text-sm' : 'sr-only'}>{label}</span>
    </span>
  );
}
