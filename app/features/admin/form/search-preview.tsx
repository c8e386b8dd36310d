import { truncate } from '#domain/seo.ts';

interface SearchPreviewProps {
  title: string;
  address: string;
  description: string;
}

/** Approximates how a search engine shows the page. */
export function SearchPreview({ title, address, description }: SearchPreviewProps) {
  return (
    <figure className="rounded-sm border border-line bg-white p-4">
      <figcaption className="mb-2 text-xs text-ink-soft">In search results</figcaption>
      <p className="truncate text-xs text-ink-soft">{address}</p>
      <p className="truncate text-lg text-resin">{title}</p>
      <p className="line-clamp-2 text-sm text-ink-soft">{truncate(description)}</p>
    </figure>
  );
}
