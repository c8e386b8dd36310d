import { useQuery } from '@tanstack/react-query';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { CheckField } from '../form/check-field.tsx';
import { FormSection } from '../form/form-section.tsx';

interface RecallBatchesProps {
  value: readonly string[];
  onChange: (ids: string[]) => void;
  error: string | undefined;
}

/** Batches that may be in customers' hands. */
export function RecallBatches({ value, onChange, error }: RecallBatchesProps) {
  const calls = useAdminCalls();
  const { data } = useQuery({
    queryKey: ['recallable batches'],
    queryFn: () =>
      calls.run((tables) =>
        tables
          .from('batches')
          .select('id, code, product:products(name)')
          .in('status', ['released', 'recalled'])
          .order('created_at', { ascending: false })
          .limit(1000),
      ),
  });
  return (
    <FormSection title="Batches" description="Released batches, newest first.">
      {data?.length === 0 ? <p className="text-sm">No batch is released.</p> : null}
      <fieldset className="max-h-80 overflow-y-auto">
        <legend className="sr-only">Batches to recall</legend>
        {data?.map(({ id, code, product }) => (
          <CheckField
            key={id}
            label={code}
            hint={product?.name ?? ''}
            checked={value.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...value, id].sort() : value.filter((one) => one !== id))
            }
          />
        ))}
      </fieldset>
      {error ? (
        <p role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      ) : null}
    </FormSection>
  );
}
