import { useFormContext } from 'react-hook-form';
import { TextAreaField, TextField } from '#app/components/forms/text-field.tsx';
import { CheckField } from '../form/check-field.tsx';
import type { PlainInput } from './field-kinds.ts';
import { type ProductValues, plainInputs } from './product-values.ts';

/** The fields of a section that need nothing but their description in `product-values.ts`. */
export function PlainFields({ section }: { section: PlainInput['section'] }) {
  const { register, formState } = useFormContext<ProductValues>();
  return plainInputs
    .filter((input) => input.section === section)
    .map(({ name, kind, label, hint, rows }) => {
      const field = {
        compact: true,
        label,
        hint,
        error: formState.errors[name]?.message,
        ...register(name),
      };
      switch (kind) {
        case 'check':
          return <CheckField key={name} label={label} hint={hint} {...register(name)} />;
        case 'number':
          return (
            <TextField key={name} type="number" step="1" min="0" inputMode="numeric" {...field} />
          );
        case 'text':
          return <TextAreaField key={name} rows={rows} {...field} />;
        default:
          return <TextField key={name} {...field} />;
      }
    });
}
