import { clsx } from 'clsx';
import { useId } from 'react';
import { compactControl, control } from '#app/components/ui/control-style.ts';
import { describedBy, FieldFrame, type FieldTexts } from './field-frame.tsx';

interface Texts extends FieldTexts {
  compact?: boolean;
}
type TextFieldProps = Texts & Omit<React.ComponentProps<'input'>, keyof Texts>;
type TextAreaProps = Texts & Omit<React.ComponentProps<'textarea'>, keyof Texts>;

/** A labeled input. Required ones get an asterisk; errors are explained below. */
export function TextField({ label, hint, error, compact, className, ...props }: TextFieldProps) {
  const id = useId();
  return (
    <FieldFrame {...{ id, label, hint, error, className, required: props.required }}>
      <input
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        className={clsx(
          compact ? [compactControl, 'min-h-11'] : [control, 'min-h-13'],
          error ? 'border-danger' : 'border-line-strong',
        )}
        {...props}
      />
    </FieldFrame>
  );
}

export function TextAreaField({ label, hint, error, compact, className, ...props }: TextAreaProps) {
  const id = useId();
  return (
    <FieldFrame {...{ id, label, hint, error, className, required: props.required }}>
      <textarea
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        className={clsx(
          compact ? [compactControl, 'min-h-28 py-2'] : [control, 'min-h-36 py-3'],
          error ? 'border-danger' : 'border-line-strong',
        )}
        {...props}
      />
    </FieldFrame>
  );
}
