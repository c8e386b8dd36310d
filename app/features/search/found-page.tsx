import { Picture } from '#app/components/ui/picture.tsx';
import { fallbackImage } from '#domain/product.ts';
import type { FoundPage } from './find-pages.ts';

/** One result: picture, kind, title and a line of text. Goes inside a link. */
export function FoundPageRow({ page }: { page: FoundPage }) {
  return (
    <>
      <Picture
        src={page.picture ?? fallbackImage}
        alt=""
        sizes="64px"
        width={64}
        height={64}
        className="size-16 shrink-0 rounded-sm bg-stone object-cover"
      />
      <span className="min-w-0">
        <span className="block text-xs text-ink-soft">
          {page.kind === 'product' ? 'Product' : 'Article'}
        </span>
        <span className="block font-semibold">{page.title}</span>
        <span className="block truncate text-sm text-ink-soft">{page.line}</span>
      </span>
    </>
  );
}
