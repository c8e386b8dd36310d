import { useId } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { TextField } from '#app/components/forms/text-field.tsx';
import { hexColor } from '#domain/colors.ts';
import type { LookValues } from './look-values.ts';

interface ColorFieldProps {
  name: 'text' | 'background' | 'dark' | 'accent';
  label: string;
  hint: string;
}

/** A color entered as six hex digits, or chosen with the browser's color picker. */
export function ColorField({ name, label, hint }: ColorFieldProps) {
  const { register, control, setValue, formState } = useFormContext<LookValues>();
  const value = useWatch({ control, name });
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <label htmlFor={id} className="sr-only">{`${label}: choose`}</label>
      <input
        id={id}
        type="color"
        value={hexColor.test(value) ? value : '#000000'}
        onChange={(event) =>
          setValue(name, event.target.value, { shouldDirty: true, shouldValidate: true })
        }
        className="mt-7 size-11 shrink-0 cursor-pointer rounded-sm border border-line-strong bg-white p-1"
      />
      <TextField
        compact
        label={label}
        hint={hint}
        spellCheck={false}
        className="min-w-0 flex-1"
        error={formState.errors[name]?.message}
        {...register(name)}
      />
    </div>
  );
}
