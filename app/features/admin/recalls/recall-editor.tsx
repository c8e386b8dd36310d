import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { recallPath } from '#domain/recall.ts';
import { isUuid } from '#domain/uuid.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { MissingRow } from '../shell/missing-row.tsx';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { ScreenLoading } from '../shell/screen-loading.tsx';
import { AnnouncedRecall } from './announced-recall.tsx';
import { backToRecalls, readRecall, recallKey } from './read-recall.ts';
import { RecallForm } from './recall-form.tsx';

/** Prepares a recall, or shows an announced one. */
export function RecallEditor() {
  const { id } = useParams();
  const calls = useAdminCalls();
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: recallKey(id ?? ''),
    queryFn: () => (id && isUuid(id) ? readRecall(calls, id) : null),
    enabled: Boolean(id),
    // A form keeps the values it was opened with; changes by others are detected when saving or sending.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (!id) return <RecallForm key="new" opened={null} />;
  if (isPending) return <ScreenLoading />;
  // One that is open stays open where it could not be read again.
  if (!data) {
    return (
      <MissingRow noun="recall" back={backToRecalls} onRetry={isError ? refetch : undefined} />
    );
  }
  return data.recall.status === 'draft' ? (
    <RecallForm key={id} opened={data} />
  ) : (
    <>
      <ScreenHeading title={`Recall of ${data.codes.join(', ')}`} back={backToRecalls}>
        <ButtonLink to={recallPath(id)} variant="quiet" target="_blank">
          View in shop
        </ButtonLink>
      </ScreenHeading>
      <AnnouncedRecall whole={data} />
    </>
  );
}
