import { Button } from '#app/components/ui/button.tsx';

interface LoadFailureProps {
  /** 'The notes could not be loaded.' */
  text: string;
  onRetry: () => unknown;
}

/** Replaces what could not be loaded, with a button to try again. */
export function LoadFailure({ text, onRetry }: LoadFailureProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p role="alert" className="text-sm font-medium text-danger">
        {text}
      </p>
      <Button variant="secondary" onClick={() => void onRetry()}>
        Try again
      </Button>
    </div>
  );
}
