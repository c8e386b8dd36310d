import { clsx } from 'clsx';
import { Suspense, useRef, useState } from 'react';
import { lazyOverlay } from '#app/components/ui/lazy-part.tsx';
import { Picture } from '#app/components/ui/picture.tsx';
import { ZoomIcon } from '#app/components/ui/shop-icons.tsx';
import { SoldOutBadge } from './sold-out-badge.tsx';

const GalleryZoom = lazyOverlay(() => import('./gallery-zoom.tsx'));

interface ProductGalleryProps {
  /** `alt` is the owner's text, or ''. */
  pictures: readonly { src: string; alt: string; focus?: string | null }[];
  /** The product's name. */
  name: string;
  /** Cannot be bought: shown muted, as on its card. */
  soldOut: boolean;
}

/**
 * Pictures in a strip with scroll snapping, moved by finger, trackpad, arrow keys, thumbnails and,
 * on phones, dots; it scrolls even without scripts. A click opens the zoom.
 */
export function ProductGallery({ pictures, name, soldOut }: ProductGalleryProps) {
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
        'relative grid grid-cols-1 content-start items-start gap-4',
        pictures.length > 1 && 'lg:grid-cols-[5rem_1fr]',
      )}
    >
      <div className="relative min-w-0 lg:order-2">
        <ul
          ref={strip}
          // It scrolls, so it must be reachable by keyboard.
          tabIndex={pictures.length > 1 ? 0 : undefined}
          aria-label={`Images of ${name}`}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
            setShown(Math.round(scrollLeft / clientWidth))
          }
          className="gallery-strip rounded-md bg-stone"
        >
          {pictures.map(({ src, focus }, index) => (
            <li key={src} className="w-full shrink-0 snap-start">
              <Picture
                src={src}
                alt={altOf(index)}
                focus={focus}
                sizes="(min-width: 48rem) 46vw, 94vw"
                width={960}
                height={960}
                priority={index === 0}
                className={clsx('aspect-square w-full object-cover', soldOut && 'saturate-[0.35]')}
              />
            </li>
          ))}
        </ul>
        {soldOut ? <SoldOutBadge /> : null}
        <button
          type="button"
          onClick={() => setZoom({ open: true })}
          aria-label="Enlarge image"
          className="absolute right-3 bottom-3 flex size-11 items-center justify-center rounded-full bg-paper text-ink shadow-lift"
        >
          <ZoomIcon className="size-5" />
        </button>
      </div>
      {pictures.length > 1 ? (
        <ul className="gallery-thumbs flex md:gap-3 md:overflow-x-auto md:p-1 lg:order-1 lg:-m-1 lg:flex-col">
          {pictures.map(({ src }, index) => (
            <li key={src} className="max-md:min-w-0 max-md:shrink md:shrink-0">
              <button
                type="button"
                aria-label={`Show image ${index + 1}`}
                aria-current={index === shown ? 'true' : undefined}
                onClick={() => show(index)}
                className="gallery-thumb"
              >
                <Picture
                  src={src}
                  alt=""
                  sizes="5rem"
                  width={320}
                  height={320}
                  className="size-18 object-cover max-md:hidden"
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
            pictures={pictures.map(({ src }, index) => ({ src, alt: altOf(index) }))}
            first={shown}
            onShow={show}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
