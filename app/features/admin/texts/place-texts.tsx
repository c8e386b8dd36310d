import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { Button } from '#app/components/ui/button.tsx';
import { isTextPlace } from '#domain/texts/site-texts.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import { NotFound } from '../shell/not-found.tsx';
import { ScreenHeading } from '../shell/screen-heading.tsx';
import { ScreenLoading } from '../shell/screen-loading.tsx';
import { placeWords } from './place-words.ts';
import { readVersions } from './read-versions.ts';
import { TextsForm } from './texts-form.tsx';

/** One place: what it says, and what it said before. */
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
        <p className="mb-4">The texts could not be loaded.</p>
        <Button onClick={() => void refetch()}>Try again</Button>
      </>
    );
  }
  return <TextsForm key={known} place={known} opened={data} />;
}
