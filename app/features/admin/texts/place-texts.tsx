import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { isTextPlace } from '#domain/texts/site-texts.ts';
import { LoadFailure } from '../data/load-failure.tsx';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { NotFound } from '../shell/not-found.tsx';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { ScreenLoading } from '../shell/screen-loading.tsx';
import { placeWords } from './place-text.ts';
import { readVersions } from './read-versions.ts';
import { TextsForm } from './texts-form.tsx';

/** The texts of one place, with earlier versions. */
export function PlaceTexts() {
  const { place = '' } = useParams();
  const calls = useAdminCalls();
  const known = isTextPlace(place) ? place : null;
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['texts', place],
    queryFn: () => readVersions(calls, place),
    enabled: known !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (!known) return <NotFound />;
  if (isPending) return <ScreenLoading />;
  if (isError) {
    return (
      <>
        <ScreenHeading title={placeWords[known].label} />
        <LoadFailure text="The texts could not be loaded." onRetry={refetch} />
      </>
    );
  }
  return <TextsForm key={known} place={known} opened={data} />;
}
