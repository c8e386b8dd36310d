import { useQuery } from '@tanstack/react-query';
import { Fact } from '../data/fact.tsx';
import { LoadFailure } from '../data/load-failure.tsx';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { FormSection } from '../form/form-section.tsx';
import { outcomes } from './check-outcomes.ts';
import { batchKey } from './read-batch.ts';

/** The answers given to people who checked this batch or its units. */
export function BatchChecksSection({ batchId }: { batchId: string }) {
  const calls = useAdminCalls();
  const { data, isError, refetch } = useQuery({
    queryKey: [...batchKey(batchId), 'checks'],
    queryFn: () => calls.run((tables) => tables.rpc('admin_batch_checks', { batch: batchId })),
  });
  return (
    <FormSection title="Checks" description="The last 90 days, by result.">
      {isError ? <LoadFailure text="The checks could not be loaded." onRetry={refetch} /> : null}
      {data?.length === 0 ? (
        <p className="text-sm text-ink-soft">No one has checked this batch yet.</p>
      ) : null}
      {data && data.length > 0 ? (
        <dl className="grid grid-cols-2 gap-4 text-sm sm:grid-cols-4">
          {data.map(({ outcome, checks }) => (
            <Fact key={outcome} figure term={outcomes[outcome as keyof typeof outcomes]}>
              {checks}
            </Fact>
          ))}
        </dl>
      ) : null}
    </FormSection>
  );
}
