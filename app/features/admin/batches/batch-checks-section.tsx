import { useQuery } from '@tanstack/react-query';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { FormSection } from '../form/form-section.tsx';
import { outcomes } from './check-outcomes.ts';
import { countRows } from './count-rows.ts';
import { batchKey } from './read-batch.ts';

/** How people who checked this batch or its units were answered. */
export function BatchChecksSection({ batchId }: { batchId: string }) {
  const calls = useAdminCalls();
  const { data } = useQuery({
    queryKey: [...batchKey(batchId), 'checks'],
    queryFn: () =>
      Promise.all(
        Object.entries(outcomes)
          // Nothing leads from an unknown code to a batch.
          .filter(([outcome]) => outcome !== 'unknown')
          .map(async ([outcome, label]) => ({
            label,
            count: await countRows(calls, (tables) =>
              tables
                .from('code_checks')
                .select('id', { count: 'exact', head: true })
                .eq('batch_id', batchId)
                .eq('outcome', outcome),
            ),
          })),
      ),
  });
  const seen = data?.filter(({ count }) => count > 0);
  return (
    <FormSection title="Checks" description="Of the last 90 days, by what they were answered.">
      {seen && seen.length === 0 ? (
        <p className="text-sm text-ink-soft">Nobody has checked this batch yet.</p>
      ) : (
        <dl className="grid grid-cols-2 gap-4 text-sm sm:grid-cols-4">
          {seen?.map(({ label, count }) => (
            <div key={label}>
              <dt className="text-ink-soft">{label}</dt>
              <dd className="text-lg font-semibold tabular-nums">
                {count.toLocaleString('en-US')}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </FormSection>
  );
}
