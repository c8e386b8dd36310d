import { Component, type ComponentType, lazy, useEffect, useRef, useState } from 'react';
import { updatedMessage } from '#app/lib/build-age.ts';
import { importPart, PartUnavailable } from '#app/lib/import-part.ts';
import { Button } from './button.tsx';

type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/** Shown in place of a part that could not be loaded. */
export interface FailureProps<P> {
  /** The props of the part. */
  part: P;
  retry: () => void;
  failures: number;
  /** The shop was updated after the page was loaded. */
  older: boolean;
}

type LazyPart<P> = ComponentType<P> & {
  /** Loads ahead of a likely use; a failure only shows when the part is rendered. */
  preload: () => void;
};

/**
 * React's `lazy` with a retry: if the file cannot be loaded, an error takes the part's place and
 * offers to load it again. Loading states are left to a surrounding Suspense, as with `lazy`.
 */
export function lazyPart<P extends object>(
  load: Load<P>,
  Failure: ComponentType<FailureProps<P>> = PartFailure,
): LazyPart<P> {
  const create = () => lazy(() => importPart(load)) as unknown as ComponentType<P>;
  let current = create();
  // React caches a failed `lazy` forever, so a new one is created, but only once the failure is on
  // screen: until then React mounts the part repeatedly, which must not restart it each time.
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

/** The same for overlays such as dialogs and drawers. */
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
    // Rethrow errors of the part itself; only failed loads are handled here.
    if (!(error instanceof PartUnavailable)) throw error;
    const retry = () => {
      this.setState({ error: null });
      this.props.onRetry();
    };
    return this.props.failure({ retry, failures, older: error.older });
  }
}

/** Shown in place of a part that could not be loaded. */
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
          ? updatedMessage
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

/** The browser's native dialog, which needs no file of its own. Opening it again retries the load. */
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
