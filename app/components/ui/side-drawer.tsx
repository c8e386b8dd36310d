import { Drawer } from '@base-ui/react/drawer';
import { clsx } from 'clsx';
import { CloseIcon } from './shop-icons.tsx';

interface SideDrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  side?: 'left' | 'right';
  children: React.ReactNode;
  /** Stays visible below the scrolling part. */
  footer?: React.ReactNode;
}

/**
 * A drawer that traps focus, closes by Escape, backdrop or swipe, and returns focus to where it
 * was. Load it with `lazy(() => import(...))` when it is first opened.
 */
export default function SideDrawer({
  open,
  onOpenChange,
  title,
  side = 'right',
  children,
  footer,
}: SideDrawerProps) {
  return (
    <Drawer.Root open={open} onOpenChange={onOpenChange} swipeDirection={side}>
      <Drawer.Portal>
        <Drawer.Backdrop className="overlay-backdrop fixed inset-0 z-40" />
        <Drawer.Viewport
          className={clsx('fixed inset-0 z-40 flex', side === 'right' && 'justify-end')}
        >
          <Drawer.Popup
            className={clsx(
              'side-drawer flex h-full w-[min(27rem,100vw)] flex-col bg-paper text-ink shadow-lift outline-none',
              side === 'left' && 'from-left',
            )}
          >
            <div className="flex items-center justify-between border-b border-line px-6 py-3">
              <Drawer.Title className="text-display-sm">{title}</Drawer.Title>
              <Drawer.Close
                aria-label="Close"
                className="-mr-2.5 flex size-11 items-center justify-center rounded-sm"
              >
                <CloseIcon className="size-5" strokeWidth={2} />
              </Drawer.Close>
            </div>
            <Drawer.Content className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 py-5">
              {children}
            </Drawer.Content>
            {footer ? <div className="border-t border-line px-6 py-5">{footer}</div> : null}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
