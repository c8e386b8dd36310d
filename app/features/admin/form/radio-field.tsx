import type { ReactNode } from 'react';

interface RadioFieldProps extends Omit<React.ComponentProps<'input'>, 'type'> {
  label: ReactNode;
  hint?: ReactNode;
}

/** One of several options in a fieldset; the whole line is clickable. */
export function RadioField({ label, hint, ...props }: RadioFieldProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5 text-sm">
      <input type="radio" className="mt-0.5 size-4.5 shrink-0 accent-ink" {...props} />
      <span className="min-w-0">
        <span className="font-semibold">{label}</span>
        {hint ? <span className="block text-ink-soft wrap-anywhere">{hint}</span> : null}
      </span>
    </label>
  );
}
