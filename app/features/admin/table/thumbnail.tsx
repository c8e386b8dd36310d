import { pictureSources } from '#app/lib/picture-sources.ts';
import { fallbackImage } from '#domain/product.ts';

/** A small picture in a row, with a fallback if it cannot be loaded. The row's name says what it is. */
export function Thumbnail({ src }: { src: string | null }) {
  const { src: address, srcset } = pictureSources(src || fallbackImage);
  return (
    <img
      src={address}
      srcSet={srcset}
      sizes="40px"
      alt=""
      width={40}
      height={40}
      loading="lazy"
      decoding="async"
      onError={({ currentTarget: image }) => {
        if (image.getAttribute('src') === fallbackImage) return;
        image.removeAttribute('srcset');
        image.src = fallbackImage;
      }}
      className="size-10 max-w-none rounded-sm border border-line bg-bone object-cover"
    />
  );
}
