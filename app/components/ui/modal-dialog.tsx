import { Dialog } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { CloseIcon } from './shop-icons.tsx';

interface ModalDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Hides the title visually when the content is self-explanatory. */
  titleHidden?: boolean;
  className?: string;
  /** Sets focus after closing; by default it returns to where it was. */
  finalFocus?: (() => void) | undefined;
  children: React.ReactNode;
}

/** A modal dialog. Load it with `lazy(() => import(...))` when it is first opened. */
export default function ModalDialog({
  open,
  onOpenChange,
  title,
  titleHidden = false,
  className,
  finalFocus,
  children,
}: ModalDialogProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="overlay-backdrop fixed inset-0 z-40" />
        <Dialog.Viewport className="fixed inset-0 z-40 flex items-center justify-center overflow-y-auto p-4">
          <Dialog.Popup
            finalFocus={finalFocus}
            className={clsx(
              'modal-dialog relative rounded-md bg-paper p-6 text-ink shadow-lift outline-none',
              className ?? 'w-full max-w-lg',
            )}
          >
            <Dialog.Title className={titleHidden ? 'sr-only' : 'mb-3 pr-12 text-display-sm'}>
              {title}
            </Dialog.Title>
            {children}
            <Dialog.Close
              aria-label="Close"
              className="absolute top-3 right-3 flex size-11 items-center justify-center rounded-sm bg-paper"
            >
              <CloseIcon className="size-5" strokeWidth={2} />
            </Dialog.Close>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
