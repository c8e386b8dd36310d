import { pictureSources } from '#app/lib/picture-sources.ts';

interface PictureProps {
  src: string;
  alt: string;
  /** The width it is shown at, as the `sizes` attribute. */
  sizes: string;
  /** The file's dimensions, which reserve its space before it loads. */
  width: number;
  height: number;
  /** For what is visible first; everything else is lazy-loaded. */
  priority?: boolean;
  /** The focal point for cropping: '3 7', tenths of width and height. */
  focus?: string | null | undefined;
  className?: string;
}

export function Picture({
  src,
  alt,
  sizes,
  width,
  height,
  priority = false,
  focus,
  className,
}: PictureProps) {
  const sources = pictureSources(src);
  const image = (
    <img
      src={sources.src}
      srcSet={sources.srcset}
      sizes={sources.srcset && sizes}
      alt={alt}
      width={width}
      height={height}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding="async"
      data-focus={focus ?? undefined}
      className={className}
    />
  );
  if (!sources.avif) return image;
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={sources.avif} sizes={sizes} />
      {image}
    </picture>
  );
}
