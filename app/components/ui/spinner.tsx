/** Spins while something loads; the label is read aloud and can be shown. */
export function Spinner({ label, showLabel = false }: { label: string; showLabel?: boolean }) {
  return (
    <span role="status" className="inline-flex items-center gap-3">
      <SpinningMark />
      <span className={showLabel ? 'text-sm' : 'sr-only'}>{label}</span>
    </span>
  );
}

/** Only the icon, beside text that says what is in progress. */
export function SpinningMark() {
  return (
    <span
      aria-hidden="true"
      className="size-5 shrink-0 animate-spin rounded-full border-2 border-current border-t-transparent opacity-70"
    />
  );
}
