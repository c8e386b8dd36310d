import { Spinner } from '#app/components/ui/spinner.tsx';

export function ScreenLoading() {
  return (
    <div className="py-16 text-center">
      <Spinner label="Loading" />
    </div>
  );
}
