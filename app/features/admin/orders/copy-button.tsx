import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { showToast } from '#app/components/ui/toast.ts';
import { iconButton } from '../table/icon-button.ts';

const shownMs = 2000;

/** Copies a text to the clipboard; `what` is, for example, 'email'. */
export function CopyButton({ what, text }: { what: string; text: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const Icon = copied ? Check : Copy;
  return (
    <>
      <button
        type="button"
        aria-label={`Copy ${what}`}
        title={`Copy ${what}`}
        onClick={() =>
          void navigator.clipboard.writeText(text).then(
            () => setCopied(true),
            () => showToast({ title: 'Please copy it manually', variant: 'destructive' }),
          )
        }
        className={`${iconButton} shrink-0 text-ink-soft`}
      >
        <Icon aria-hidden="true" className="size-4" />
      </button>
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </>
  );
}
