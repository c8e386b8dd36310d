import { clsx } from 'clsx';
import { useState } from 'react';
import ModalDialog from '#app/components/ui/modal-dialog.tsx';
import { applyStyles, withoutScripts } from './without-scripts.ts';

const widths = { Phone: 'w-90', Computer: 'w-full' } as const;

interface PreviewDialogProps {
  html: string;
  /** An email's subject. */
  title?: string;
  onClose: () => void;
}

/** Shows a page or an email: no scripts run, and links do nothing. */
export default function PreviewDialog({ html, title = 'Preview', onClose }: PreviewDialogProps) {
  const [width, setWidth] = useState<keyof typeof widths>('Computer');
  return (
    <ModalDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      className="flex h-[92dvh] w-full max-w-7xl flex-col"
    >
      <fieldset className="mb-3 flex gap-2 max-sm:hidden">
        <legend className="sr-only">Width</legend>
        {(Object.keys(widths) as (keyof typeof widths)[]).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={width === name}
            onClick={() => setWidth(name)}
            className={clsx(
              'min-h-11 rounded-sm border px-4 text-sm font-semibold',
              width === name ? 'border-ink bg-ink text-bone' : 'border-line-strong',
            )}
          >
            {name}
          </button>
        ))}
      </fieldset>
      <iframe
        title="Preview"
        // Same origin, so that its fonts load; without scripts, so that it cannot take advantage of that.
        sandbox="allow-same-origin"
        srcDoc={withoutScripts(html)}
        onLoad={({ currentTarget: frame }) => {
          applyStyles(frame);
          // Key events inside the frame do not reach this document.
          frame.contentDocument?.addEventListener('keydown', ({ key }) => {
            if (key === 'Escape') onClose();
          });
        }}
        className={clsx(
          'min-h-0 max-w-full flex-1 self-center rounded-sm border border-line bg-white',
          widths[width],
        )}
      />
    </ModalDialog>
  );
}
