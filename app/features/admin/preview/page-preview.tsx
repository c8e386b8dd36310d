import { Eye } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { lazyOverlay } from '#app/components/ui/lazy-part.tsx';
import { showToast } from '#app/components/ui/toast.ts';
import { messageOf } from '../data/admin-failure.ts';
import { useAdminCalls } from '../data/use-admin-calls.ts';

const PreviewDialog = lazyOverlay(() => import('./preview-dialog.tsx'));

/** What a preview shows instead of what is published: texts by place, settings by key. */
export interface PreviewChange {
  texts?: Record<string, Record<string, string>>;
  settings?: { key: string; value: unknown }[];
}

interface PagePreviewProps {
  path: string;
  /** The form's contents; null if they cannot be previewed, in which case the form says why. */
  change: () => Promise<PreviewChange | null>;
}

/** Previews the page, rendered by the server and shown to nobody else. */
export function PagePreview({ path, change }: PagePreviewProps) {
  const calls = useAdminCalls();
  const [page, setPage] = useState<string | null>(null);
  const [loading, setLoading] = useState(false);

  async function open(): Promise<void> {
    if (loading) return;
    const shown = await change();
    if (!shown) return;
    setLoading(true);
    try {
      const { html } = await calls.invoke<{ html: string }>('preview-page', { path, ...shown });
      setPage(html);
    } catch (error) {
      showToast({
        title: 'No preview',
        description: messageOf(error),
        variant: 'destructive',
      });
    } finally {
      setLoading(false);
    }
  }

  return (
    <>
      <Button
        variant="secondary"
        busy={loading}
        onClick={() => void open()}
        className="shrink-0 min-w-11 max-sm:px-3"
      >
        <Eye aria-hidden="true" className="size-4 sm:hidden" />
        <span className="max-sm:sr-only">Preview</span>
      </Button>
      {page === null ? null : (
        <Suspense>
          <PreviewDialog html={page} onClose={() => setPage(null)} />
        </Suspense>
      )}
    </>
  );
}
