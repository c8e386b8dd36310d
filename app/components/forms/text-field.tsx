import { clsx } from 'clsx';
import { useId } from 'react';

interface Shared {
  label: string;
  name: string;
  hint?: string | undefined;
  /** Shown beside the field and tied to it. */
  error?: string | undefined;
  className?: string;
}

type TextFieldProps = Shared & Omit<React.ComponentProps<'input'>, keyof Shared>;
type TextAreaProps = Shared & Omit<React.ComponentProps<'textarea'>, keyof Shared>;

const control =
  'block w-full rounded-sm border bg-paper px-4 text-base text-ink placeholder:text-ink-soft';

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

interface FrameProps {
  id: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  className?: string | undefined;
  required?: boolean | undefined;
  children: React.ReactNode;
}

function FieldFrame({ id, label, hint, error, className, required, children }: FrameProps) {
  return (
    <div className={clsx('space-y-1.5', className)}>
      <label htmlFor={id} className="block text-sm font-semibold">
        {label}
        {required ? <span aria-hidden="true"> *</span> : null}
      </label>
      {children}
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="text-sm font-medium text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}

function describedBy(id: string, hint?: string, error?: string): string | undefined {
  return clsx(hint && `${id}-hint`, error && `${id}-error`) || undefined;
}
