import { pictureSources } from '#app/lib/picture-sources.ts';

interface PictureProps {
  src: string;
  alt: string;
  /** How wide it is shown, as the `sizes` attribute. */
  sizes: string;
  /** Of the file, so that its place is kept before it arrives. */
  width: number;
  height: number;
  /** For what is seen first; everything else loads when it comes near. */
  priority?: boolean;
  /** What stays in view where it is cut to fit: '3 7', tenths of width and height. */
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
