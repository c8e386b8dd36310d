import { PartFailure } from '#app/components/ui/lazy-part.tsx';

/** Replaces a screen whose files could not be loaded; the sidebar stays. */
export function ScreenUnavailable(props: Parameters<typeof PartFailure>[0]) {
  return (
    <>
      <h1 className="mb-6 text-display">This screen could not be displayed</h1>
      <PartFailure {...props} />
    </>
  );
}
