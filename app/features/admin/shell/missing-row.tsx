import { ButtonLink } from '#app/components/ui/button.tsx';
import { LoadFailure } from '../data/load-failure.tsx';
import { ScreenHeading } from './screen-heading.tsx';

interface MissingRowProps {
  /** What it is, in running text: 'partner'. */
  noun: string;
  back: { to: string; label: string };
  /** Present where it could not be read; absent where it is gone. */
  onRetry?: (() => unknown) | undefined;
}

/** In place of the row that the URL names. */
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
