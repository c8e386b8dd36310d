import { Toast } from '@base-ui/react/toast';
import { clsx } from 'clsx';
import { useEffect } from 'react';
import { deliverToasts } from './toast.ts';

/** Notices at the lower edge; the newest in front. F6 moves the focus there. */
export default function Toaster() {
  return (
    <Toast.Provider timeout={6000}>
      <Notices />
    </Toast.Provider>
  );
}

function Notices() {
  const { toasts, add, close } = Toast.useToastManager();

  useEffect(
    () =>
      deliverToasts(({ title, description, variant = 'default', action }) => {
        add({
          title,
          description,
          type: variant,
          priority: variant === 'destructive' ? 'high' : 'low',
          actionProps: action && { children: action.label, onClick: action.onClick },
        });
      }, close),
    [add, close],
  );

  return (
    <Toast.Portal>
      <Toast.Viewport className="fixed right-4 bottom-4 left-4 z-50 mx-auto sm:left-auto sm:w-96">
        {toasts.map((toast) => (
          <Toast.Root key={toast.id} toast={toast} className={rootClasses(toast.type)}>
            <Toast.Content className="flex items-start gap-4 p-4 transition-opacity data-behind:opacity-0 data-expanded:opacity-100">
              <div className="min-w-0 flex-1">
                <Toast.Title className="font-sans text-sm font-semibold" />
                <Toast.Description className="mt-0.5 text-sm text-bone-deep" />
                {toast.actionProps ? (
                  <Toast.Action className="mt-1 min-h-11 text-sm font-semibold underline underline-offset-4" />
                ) : null}
              </div>
              <Toast.Close
                aria-label="Dismiss"
                className="-m-2 flex size-11 shrink-0 items-center justify-center rounded-sm text-xl leading-none"
              >
                <span aria-hidden="true">×</span>
              </Toast.Close>
            </Toast.Content>
          </Toast.Root>
        ))}
      </Toast.Viewport>
    </Toast.Portal>
  );
}

function rootClasses(type: string | undefined): string {
  return clsx(
    'toast on-dark absolute inset-x-0 bottom-0 rounded-md text-paper shadow-lift',
    type === 'destructive' ? 'bg-danger' : 'bg-ink',
  );
}
