import { useFormContext } from 'react-hook-form';
import { TextField } from '#app/components/forms/text-field.tsx';
import type { CorrectedFacts } from './batch-values.ts';

/** The fields of the passport besides results and documents. */
export function BatchFacts() {
  const { register, formState } = useFormContext<CorrectedFacts>();
  const { errors } = formState;
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <TextField
        compact
        type="date"
        label="Made on"
        error={errors.made_on?.message}
        {...register('made_on')}
      />
      <TextField
        compact
        type="date"
        label="Best before"
        error={errors.best_before?.message}
        {...register('best_before')}
      />
      <TextField
        compact
        label="Units made"
        inputMode="numeric"
        autoComplete="off"
        hint="More first checks than this raise an alert."
        error={errors.units_made?.message}
        {...register('units_made')}
      />
      <TextField
        compact
        label="Origin"
        hint="On the passport: Spiti valley, 3,800 m."
        error={errors.origin?.message}
        {...register('origin')}
      />
    </div>
  );
}
