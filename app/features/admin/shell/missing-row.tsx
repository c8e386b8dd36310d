import { ButtonLink } from '#app/components/ui/button.tsx';
import { LoadFailure } from '../data/load-failure.tsx';
import { ScreenHeading } from './screen-heading.tsx';

interface MissingRowProps {
  /** What it is, for use in a sentence: 'partner'. */
  noun: string;
  back: { to: string; label: string };
  /** Present if loading failed; absent if the row is gone. */
  onRetry?: (() => unknown) | undefined;
}

/** Shown in place of the row in the URL. */
export function MissingRow({ noun, back, onRetry }: MissingRowProps) {
  return (
    <>
      <ScreenHeading title={onRetry ? 'Not loaded' : 'Not found'} back={back} />
      {onRetry ? (
        <LoadFailure text={`The ${noun} could not be loaded.`} onRetry={onRetry} />
      ) : (
        <>
          <p className="mb-4">This {noun} no longer exists.</p>
          <ButtonLink variant="secondary" to={back.to}>
            {back.label}
          </ButtonLink>
        </>
      )}
    </>
  );
}
