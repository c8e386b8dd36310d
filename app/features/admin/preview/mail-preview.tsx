import { Eye, Mail } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { lazyOverlay } from '#app/components/ui/lazy-part.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { messageOf } from '../data/admin-failure.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';
import type { PreviewChange } from './page-preview.tsx';

const PreviewDialog = lazyOverlay(() => import('./preview-dialog.tsx'));

interface MailPreviewProps {
  place: string;
  /** The form's contents; null if they cannot be previewed, in which case the form says why. */
  change: () => Promise<PreviewChange | null>;
}

/** Previews the email with sample data, on screen or sent to the admin. */
export function MailPreview({ place, change }: MailPreviewProps) {
  const calls = useAdminCalls();
  const [mail, setMail] = useState<{ subject: string; html: string } | null>(null);
  const [busy, setBusy] = useState<'preview' | 'test' | null>(null);

  async function ask(what: 'preview' | 'test', failed: string, done: (body: object) => unknown) {
    if (busy) return;
    const shown = await change();
    if (!shown) return;
    setBusy(what);
    try {
      await done({ place, ...shown });
    } catch (error) {
      showToast({ title: failed, description: messageOf(error), variant: 'destructive' });
    } finally {
      setBusy(null);
    }
  }

  const open = () =>
    ask('preview', 'No preview', async (body) =>
      setMail(await calls.invoke<{ subject: string; html: string }>('preview-mail', { ...body })),
    );
  const send = () =>
    ask('test', 'Test email not sent', async (body) => {
      const { to } = await calls.invoke<{ to: string }>('send-test-mail', { ...body });
      showToast({ title: 'Test email sent', description: `Look for it at ${to}.` });
    });

  return (
    <>
      <Button
        variant="secondary"
        busy={busy === 'test'}
        onClick={() => void send()}
        className="shrink-0 min-w-11 max-sm:px-3"
      >
        <Mail aria-hidden="true" className="size-4 sm:hidden" />
        <span className="max-sm:sr-only">Send me a test</span>
      </Button>
      <Button
        variant="secondary"
        busy={busy === 'preview'}
        onClick={() => void open()}
        className="shrink-0 min-w-11 max-sm:px-3"
      >
        <Eye aria-hidden="true" className="size-4 sm:hidden" />
        <span className="max-sm:sr-only">Preview</span>
      </Button>
      {mail ? (
        <Suspense>
          <PreviewDialog html={mail.html} title={mail.subject} onClose={() => setMail(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
