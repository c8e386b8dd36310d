import { clsx } from 'clsx';
import { useId } from 'react';
import { control, describedBy, FieldFrame, type FieldTexts } from './field-frame.tsx';

type TextFieldProps = FieldTexts & Omit<React.ComponentProps<'input'>, keyof FieldTexts>;
type TextAreaProps = FieldTexts & Omit<React.ComponentProps<'textarea'>, keyof FieldTexts>;

/** A labelled input; a required one carries an asterisk, a wrong one says why beneath. */
export function TextField({ label, hint, error, className, ...props }: TextFieldProps) {
  const id = useId();
  return (
    <FieldFrame {...{ id, label, hint, error, className, required: props.required }}>
      <input
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        className={clsx(control, 'min-h-13', error ? 'border-danger' : 'border-line-strong')}
        {...props}
      />
    </FieldFrame>
  );
}

export function TextAreaField({ label, hint, error, className, ...props }: TextAreaProps) {
  const id = useId();
  return (
    <FieldFrame {...{ id, label, hint, error, className, required: props.required }}>
      <textarea
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        className={clsx(control, 'min-h-36 py-3', error ? 'border-danger' : 'border-line-strong')}
        {...props}
      />
    </FieldFrame>
  );
}
