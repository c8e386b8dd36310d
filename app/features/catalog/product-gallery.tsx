import { clsx } from 'clsx';
import { ZoomIn } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { lazyOverlay } from '#app/components/ui/lazy-part.tsx';
import { Picture } from '#app/components/ui/picture.tsx';

const GalleryZoom = lazyOverlay(() => import('./gallery-zoom.tsx'));

interface ProductGalleryProps {
  /** `alt` is what the owner wrote, or ''. */
  pictures: readonly { src: string; alt: string }[];
  /** The product's. */
  name: string;
}

/**
 * Pictures side by side in a strip that snaps: a finger, a trackpad, the arrow keys and the
 * thumbnails move it, and without any script it still scrolls. A press enlarges.
 */
export function ProductGallery({ pictures, name }: ProductGalleryProps) {
  const strip = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);
  const [zoom, setZoom] = useState<{ open: boolean } | null>(null);
  const altOf = (index: number) =>
    pictures[index]?.alt ||
    (pictures.length === 1 ? name : `${name}, image ${index + 1} of ${pictures.length}`);

  function show(index: number): void {
    const list = strip.current;
    list?.scrollTo({ left: index * list.clientWidth });
  }

  return (
    <div
      className={clsx(
        'grid grid-cols-1 content-start items-start gap-4',
        pictures.length > 1 && 'lg:grid-cols-[5rem_1fr]',
      )}
    >
      <div className="relative min-w-0 lg:order-2">
        <ul
          ref={strip}
          // Scrolls, so the keyboard must reach it.
          tabIndex={pictures.length > 1 ? 0 : undefined}
          aria-label={`Images of ${name}`}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
            setShown(Math.round(scrollLeft / clientWidth))
          }
          className="gallery-strip rounded-md bg-stone"
        >
          {pictures.map(({ src }, index) => (
            <li key={src} className="w-full shrink-0 snap-start">
              <Picture
                src={src}
                alt={altOf(index)}
                sizes="(min-width: 48rem) 46vw, 94vw"
                width={960}
                height={960}
                priority={index === 0}
                className="aspect-square w-full object-cover"
              />
            </li>
          ))}
        </ul>
        <button
          type="button"
          onClick={() => setZoom({ open: true })}
          aria-label="Enlarge image"
          className="absolute right-3 bottom-3 flex size-11 items-center justify-center rounded-full bg-paper text-ink shadow-lift"
        >
          <ZoomIn aria-hidden="true" className="size-5" strokeWidth={1.6} />
        </button>
      </div>
      {pictures.length > 1 ? (
        <ul className="flex gap-3 overflow-x-auto p-1 lg:order-1 lg:-m-1 lg:flex-col">
          {pictures.map(({ src }, index) => (
            <li key={src} className="shrink-0">
              <button
                type="button"
                aria-label={`Show image ${index + 1}`}
                aria-current={index === shown ? 'true' : undefined}
                onClick={() => show(index)}
                className={clsx(
                  'block overflow-hidden rounded-sm bg-stone',
                  index === shown ? 'ring-2 ring-ink' : 'opacity-75 hover:opacity-100',
                )}
              >
                <Picture
                  src={src}
                  alt=""
                  sizes="5rem"
                  width={320}
                  height={320}
                  className="size-18 object-cover"
                />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {zoom ? (
        <Suspense fallback={null}>
          <GalleryZoom
            open={zoom.open}
            onOpenChange={(open) => setZoom({ open })}
            title={altOf(shown)}
            src={pictures[shown]?.src ?? ''}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
