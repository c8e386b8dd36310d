import { Component, type ComponentType, lazy, useEffect, useRef, useState } from 'react';
import { updatedWords } from '#app/lib/build-age.ts';
import { importPart, PartUnavailable } from '#app/lib/import-part.ts';
import { Button } from './button.tsx';

type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/** Shown in place of a part that could not be loaded. */
export interface FailureProps<P> {
  /** What the part was given. */
  part: P;
  retry: () => void;
  failures: number;
  /** The shop was updated since the page was loaded. */
  older: boolean;
}

type LazyPart<P> = ComponentType<P> & {
  /** Fetches ahead of a likely use; a failure shows when the part does. */
  preload: () => void;
};

/**
 * React's `lazy` with a retry when the file cannot be fetched: an error takes the part's place and
 * offers to fetch it again. Loading is left to a surrounding Suspense, as with `lazy`.
 */
export function lazyPart<P extends object>(
  load: Load<P>,
  Failure: ComponentType<FailureProps<P>> = PartFailure,
): LazyPart<P> {
  const create = () => lazy(() => importPart(load)) as unknown as ComponentType<P>;
  let current = create();
  // React remembers a failed one for good. Only once the failure is on screen: until then React
  // mounts the part again and again, which must not restart it each time.
  const renew = () => {
    current = create();
  };

  function Part(props: P) {
    const [Shown, setShown] = useState(() => current);
    return (
      <PartBoundary
        onFailed={renew}
        onRetry={() => setShown(() => current)}
        failure={(state) => <Failure part={props} {...state} />}
      >
        <Shown {...props} />
      </PartBoundary>
    );
  }
  return Object.assign(Part, { preload: () => void load().catch(() => {}) });
}

/** The same for overlays: a dialog, a drawer. */
export const lazyOverlay = <P extends OverlayProps>(load: Load<P>): LazyPart<P> =>
  lazyPart(load, OverlayFailure);

interface BoundaryProps {
  onFailed: () => void;
  onRetry: () => void;
  failure: (state: FailureState) => React.ReactNode;
  children: React.ReactNode;
}

class PartBoundary extends Component<BoundaryProps, { error: unknown; failures: number }> {
  override state = { error: null as unknown, failures: 0 };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch() {
    this.props.onFailed();
    this.setState(({ failures }) => ({ failures: failures + 1 }));
  }

  override render() {
    const { error, failures } = this.state;
    if (error === null) return this.props.children;
    // An error thrown by the part itself is not a failed fetch.
    if (!(error instanceof PartUnavailable)) throw error;
    const retry = () => {
      this.setState({ error: null });
      this.props.onRetry();
    };
    return this.props.failure({ retry, failures, older: error.older });
  }
}

/** At the place of a part that could not be fetched. */
export function PartFailure(state: FailureState) {
  return (
    <div
      role="alert"
      className="max-w-prose rounded-md border border-line-strong bg-paper p-5 text-sm text-ink"
    >
      <FailureWords {...state} />
    </div>
  );
}

type FailureState = Omit<FailureProps<unknown>, 'part'>;

function FailureWords({ retry, failures, older }: FailureState) {
  return (
    <>
      <p>
        {older
          ? updatedWords
          : 'This part of the page could not be loaded. Please check your connection.'}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" onClick={retry}>
          Try again
        </Button>
        {failures > 1 || older ? (
          <Button variant="quiet" onClick={() => window.location.reload()}>
            Reload the page
          </Button>
        ) : null}
      </div>
    </>
  );
}

interface OverlayProps {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  onClose?: () => void;
}

/** The browser's own dialog, which needs no file. Opening it again loads again. */
function OverlayFailure({ part, ...state }: FailureProps<OverlayProps>) {
  const { open = true } = part;
  const { retry } = state;
  const dialog = useRef<HTMLDialogElement>(null);
  const closed = useRef(false);
  useEffect(() => {
    if (!open) {
      closed.current = true;
    } else if (closed.current) {
      retry();
    } else {
      if (!dialog.current?.open) dialog.current?.showModal();
    }
  });
  if (!open) return null;

  const close = () => {
    part.onOpenChange?.(false);
    part.onClose?.();
  };
  return (
    <dialog
      ref={dialog}
      aria-label="Not loaded"
      onClose={close}
      className="m-auto w-[min(28rem,92vw)] rounded-md bg-paper p-6 text-sm text-ink shadow-lift backdrop:bg-ink/50"
    >
      <FailureWords {...state} />
      <form method="dialog" className="mt-2">
        <Button type="submit" variant="quiet">
          Close
        </Button>
      </form>
    </dialog>
  );
}
