import { clsx } from 'clsx';

/** Props that every kind of field accepts in addition to its element's attributes. */
export interface FieldTexts {
  label: string;
  name: string;
  hint?: string | undefined;
  /** Shown with the field and linked to it for screen readers. */
  error?: string | undefined;
  className?: string;
}

interface FrameProps extends Omit<FieldTexts, 'name' | 'className'> {
  id: string;
  className?: string | undefined;
  required?: boolean | undefined;
  children: React.ReactNode;
}

/** Label above, hint and error below; required fields get an asterisk. */
export function FieldFrame({ id, label, hint, error, className, required, children }: FrameProps) {
  return (
    <div className={clsx('space-y-1.5', className)}>
      <label htmlFor={id} className="block text-sm font-semibold">
        <span>{label}</span>
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

export function describedBy(id: string, hint?: string, error?: string): string | undefined {
  return clsx(hint && `${id}-hint`, error && `${id}-error`) || undefined;
}
