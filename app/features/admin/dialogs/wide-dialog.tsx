import { Dialog } from '@base-ui/react/dialog';
import { CloseIcon } from '#app/components/ui/shop-icons.tsx';

interface WideDialogProps {
  onClose: () => void;
  title: string;
  /** Beside the title. */
  controls?: React.ReactNode;
  /** Actions at the bottom; only the content above them scrolls. */
  actions?: React.ReactNode;
  /** Sets focus after closing; by default it returns to where it was. */
  finalFocus?: (() => void) | undefined;
  children: React.ReactNode;
}

/** As large as the screen allows, for two-column content. */
export function WideDialog({
  onClose,
  title,
  controls,
  actions,
  finalFocus,
  children,
}: WideDialogProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="overlay-backdrop fixed inset-0 z-40" />
        <Dialog.Viewport className="fixed inset-0 z-40 flex justify-center sm:p-5">
          <Dialog.Popup
            finalFocus={finalFocus}
            className="modal-dialog flex h-full w-full max-w-5xl flex-col overflow-hidden bg-paper text-ink shadow-lift outline-none sm:rounded-md"
          >
            <header className="flex min-h-14 items-center gap-1 border-b border-line pr-1.5 pl-4 sm:pl-6">
              <Dialog.Title className="mr-auto truncate text-display-sm">{title}</Dialog.Title>
              {controls}
              <Dialog.Close
                aria-label="Close"
                className="flex size-11 items-center justify-center rounded-sm hover:bg-bone-deep"
              >
                <CloseIcon className="size-5" strokeWidth={2} />
              </Dialog.Close>
            </header>
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-4 sm:p-6">
              {children}
            </div>
            {actions ? (
              <div className="flex flex-wrap items-center gap-2 border-t border-line bg-bone px-4 py-2 sm:px-6">
                {actions}
              </div>
            ) : null}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
