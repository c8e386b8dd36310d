import { clsx } from 'clsx';
import { useId } from 'react';
import { describedBy, FieldFrame } from '#app/components/forms/field-frame.tsx';
import { compactControl } from '#app/components/ui/control-style.ts';

interface SelectFieldProps extends React.ComponentProps<'select'> {
  label: string;
  options: readonly { value: string; label: string }[];
  hint?: string;
  error?: string | undefined;
}

export function SelectField({
  label,
  options,
  hint,
  error,
  className,
  ...props
}: SelectFieldProps) {
  const id = useId();
  return (
    <FieldFrame {...{ id, label, hint, error, className, required: props.required }}>
      <select
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        className={clsx(compactControl, 'min-h-11', error ? 'border-danger' : 'border-line-strong')}
        {...props}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
