import { Spinner } from '#app/components/ui/spinner.tsx';

/** Shown until the first quote arrives. Everything below is hidden too, so that nothing shifts. */
export function AwaitedAmounts() {
  return (
    <div className="awaited-amounts">
      <Spinner label="Calculating the total" />
    </div>
  );
}
