import { Trash2 } from 'lucide-react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { iconButton } from '../table/icon-button.ts';
import type { SettingValues } from './setting-values.ts';

/** Business hours, line by line; search engines read the third column. */
export function HoursField() {
  const { register, control, formState } = useFormContext<SettingValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'hours' });
  const errors = formState.errors.hours;
  return (
    <fieldset className="space-y-3">
      <legend className="text-sm font-semibold">Business hours</legend>
      {fields.map((field, index) => (
        <div key={field.id} className="flex flex-wrap items-end gap-3">
          <TextField
            compact
            label="Days"
            className="w-28"
            error={errors?.[index]?.days?.message}
            {...register(`hours.${index}.days`)}
          />
          <TextField
            compact
            label="Hours"
            className="min-w-44 flex-1"
            error={errors?.[index]?.hours?.message}
            {...register(`hours.${index}.hours`)}
          />
          <TextField
            compact
            label="For search engines"
            placeholder="Mo-Fr 09:00-17:00"
            className="min-w-44 flex-1"
            {...register(`hours.${index}.schema`)}
          />
          <button
            type="button"
            aria-label={`Remove line ${index + 1}`}
            onClick={() => remove(index)}
            className={iconButton}
          >
            <Trash2 aria-hidden="true" className="size-4.5" />
          </button>
        </div>
      ))}
      {(errors?.root?.message ?? errors?.message) ? (
        <p className="text-sm font-medium text-danger">{errors.root?.message ?? errors.message}</p>
      ) : null}
      <Button variant="secondary" onClick={() => append({ days: '', hours: '', schema: '' })}>
        Add a line
      </Button>
    </fieldset>
  );
}
