interface CheckFieldProps extends React.ComponentProps<'input'> {
  label: string;
  hint?: string;
}

/** A single checkbox; the whole line is clickable. */
export function CheckField({ label, hint, className, ...props }: CheckFieldProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
      <input type="checkbox" className="mt-0.5 size-4.5 shrink-0 accent-ink" {...props} />
      <span className="text-sm">
        <span className="font-semibold">{label}</span>
        {hint ? <span className="block text-ink-soft">{hint}</span> : null}
      </span>
    </label>
  );
}
