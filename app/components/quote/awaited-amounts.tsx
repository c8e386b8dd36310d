import { Spinner } from '#app/components/ui/spinner.tsx';

/** Until amounts are read for the first time. What stands below is not shown either, so that nothing moves. */
export function AwaitedAmounts() {
  return (
    <div className="awaited-amounts">
      <Spinner label="Calculating the total" />
    </div>
  );
}
