import { clsx } from 'clsx';
import { useId, useState } from 'react';
import { control } from '#app/components/ui/control-style.ts';
import { describedBy, FieldFrame, type FieldTexts } from './field-frame.tsx';

type PasswordFieldProps = FieldTexts &
  Omit<React.ComponentProps<'input'>, keyof FieldTexts | 'type'> & {
    /** Tells password managers whether to fill in or to suggest a password. */
    autoComplete: 'current-password' | 'new-password';
  };

/** A password field whose text can be shown while typing. */
export function PasswordField({ label, hint, error, className, ...props }: PasswordFieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame {...{ id, label, hint, error, className, required: props.required }}>
      <div className="relative">
        <input
          id={id}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
          className={clsx(
            control,
            'min-h-13 pr-20',
            error ? 'border-danger' : 'border-line-strong',
          )}
          {...props}
        />
        <button
          type="button"
          aria-pressed={shown}
          aria-controls={id}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-1 right-1 min-w-16 rounded-sm px-3 text-sm font-medium text-ink-soft hover:text-ink"
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      </div>
    </FieldFrame>
  );
}
