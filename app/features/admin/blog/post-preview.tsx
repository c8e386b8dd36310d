import { Eye } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { Button } from '#app/components/ui/button.tsx';
import { lazyOverlay, lazyPart } from '#app/components/ui/lazy-part.tsx';
import type { PostValues } from './post-values.ts';

const ModalDialog = lazyOverlay(() => import('#app/components/ui/modal-dialog.tsx'));
const ReadOnlyText = lazyPart(() => import('./read-only-text.tsx'));

/** What the post will look like, before it is saved. */
export function PostPreview() {
  const { getValues } = useFormContext<PostValues>();
  const [shown, setShown] = useState<PostValues | null>(null);
  return (
    <>
      <Button
        variant="secondary"
        onClick={() => setShown(getValues())}
        className="shrink-0 min-w-11 max-sm:px-3"
      >
        <Eye aria-hidden="true" className="size-4 sm:hidden" />
        <span className="max-sm:sr-only">Preview</span>
      </Button>
      {shown ? (
        <Suspense>
          <ModalDialog
            open
            onOpenChange={(open) => open || setShown(null)}
            title="Preview"
            titleHidden
            className="max-h-[90dvh] w-full max-w-3xl overflow-y-auto"
          >
            <h2 className="pr-12 text-display-lg">{shown.title || 'Untitled'}</h2>
            <p className="mt-4 mb-8 text-sm text-ink-soft">{shown.author_name || 'Admin'}</p>
            {shown.featured_image_url ? (
              <img
                src={shown.featured_image_url}
                alt=""
                className="mb-8 aspect-[3/2] w-full rounded-md bg-stone object-cover"
              />
            ) : null}
            <ReadOnlyText html={shown.content} />
          </ModalDialog>
        </Suspense>
      ) : null}
    </>
  );
}
